package org.schurmpc.spark;

import java.io.IOException;
import java.io.Serializable;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroupFactory;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.hadoop.util.HadoopOutputFile;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Types;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.circuit.Values;

/**
 * Writes the results of a chunk as Parquet: the key, and each output value that this party learns.
 * A value of one bit is a boolean, one of up to 63 bits a number, a larger one bytes, the most
 * significant first.
 *
 * @param key the name of the key's column
 * @param numbersAsKeys whether keys are whole numbers; otherwise they are strings
 * @param outputs for each output value that this party learns the name of its column
 * @param sizes the bits of each output value
 */
record PartWriter(
    String key, boolean numbersAsKeys, TreeMap<Integer, String> outputs, List<Integer> sizes)
    implements Serializable {
  private static final int LARGEST_NUMBER = 63;

  PartWriter(
      String key, boolean numbersAsKeys, SortedMap<Integer, String> outputs, List<Integer> sizes) {
    this(key, numbersAsKeys, new TreeMap<>(outputs), List.copyOf(sizes));
  }

  private MessageType schema() {
    Types.MessageTypeBuilder schema = Types.buildMessage();
    if (numbersAsKeys) {
      schema.required(PrimitiveTypeName.INT64).named(key);
    } else {
      schema.required(PrimitiveTypeName.BINARY).as(LogicalTypeAnnotation.stringType()).named(key);
    }
    outputs.forEach((value, name) -> schema.required(type(sizes.get(value))).named(name));
    return schema.named("results");
  }

  private static PrimitiveTypeName type(int bits) {
    return bits == 1
        ? PrimitiveTypeName.BOOLEAN
        : bits <= LARGEST_NUMBER ? PrimitiveTypeName.INT64 : PrimitiveTypeName.BINARY;
  }

  /**
   * Writes a chunk.
   *
   * @param facts what the file's footer says of the chunk
   * @throws BadFile if the file cannot be written
   */
  void write(
      Path file,
      Configuration configuration,
      Map<String, String> facts,
      List<InputRow> rows,
      Values results)
      throws BadFile {
    MessageType schema = schema();
    SimpleGroupFactory groups = new SimpleGroupFactory(schema);
    try (ParquetWriter<Group> writer =
        ExampleParquetWriter.builder(HadoopOutputFile.fromPath(file, configuration))
            .withType(schema)
            .withConf(configuration)
            .withCompressionCodec(CompressionCodecName.SNAPPY)
            .withExtraMetaData(facts)
            .build()) {
      for (int i = 0; i < rows.size(); i++) {
        writer.write(row(groups.newGroup(), rows.get(i).key(), results, i));
      }
    } catch (IOException | RuntimeException e) {
      throw new BadFile("%s: %s".formatted(file, e.getMessage()), e);
    }
  }

  private Group row(Group group, Object rowKey, Values results, int row) {
    if (rowKey instanceof Long number) {
      group.add(key, number);
    } else {
      group.add(key, (String) rowKey);
    }
    outputs.forEach(
        (value, name) -> {
          byte[] bytes = results.get(value, row);
          switch (type(sizes.get(value))) {
            case BOOLEAN -> group.add(name, bytes[0] != 0);
            case INT64 -> group.add(name, new BigInteger(1, bytes).longValueExact());
            default -> group.add(name, Binary.fromConstantByteArray(bytes));
          }
        });
    return group;
  }
}
