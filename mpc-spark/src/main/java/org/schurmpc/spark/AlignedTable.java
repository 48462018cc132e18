package org.schurmpc.spark;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.SortedMap;
import java.util.concurrent.Callable;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.Refused;
import scala.Tuple2;

/**
 * A party's table in the order of its keys. Rows are numbered in this order, so that the same keys
 * have the same numbers at both parties, however either table is partitioned.
 */
final class AlignedTable {
  private static final List<DataType> WHOLE =
      List.of(DataTypes.ByteType, DataTypes.ShortType, DataTypes.IntegerType, DataTypes.LongType);

  private final DataType keyType;
  private final JavaRDD<InputRow> sorted;
  private final long rows;

  private AlignedTable(DataType keyType, JavaRDD<InputRow> sorted, long rows) {
    this.keyType = keyType;
    this.sorted = sorted;
    this.rows = rows;
  }

  /**
   * Sorts and counts the rows of a table.
   *
   * @param columns for each input value of this party the name of its column
   * @param sizes the bits of each input value of the circuit
   * @throws Refused if a column is missing or of another type, or there is no row
   */
  static AlignedTable of(
      Dataset<Row> table, String key, SortedMap<Integer, String> columns, int[] sizes)
      throws Refused {
    List<Column> chosen = new ArrayList<>();
    chosen.add(functions.col(quoted(key)));
    DataType keyType = type(table, key);
    if (!keyType.equals(DataTypes.StringType) && !WHOLE.contains(keyType)) {
      throw new Refused(
          "the key '%s' is a %s: keys are strings or whole numbers"
              .formatted(key, keyType.simpleString()));
    }
    for (String column : columns.values()) {
      DataType type = type(table, column);
      if (!WHOLE.contains(type)
          && !type.equals(DataTypes.BooleanType)
          && !type.equals(DataTypes.BinaryType)) {
        throw new Refused(
            "column '%s' is a %s: values are booleans, whole numbers or bytes"
                .formatted(column, type.simpleString()));
      }
      chosen.add(functions.col(quoted(column)));
    }
    Column[] all = chosen.toArray(new Column[0]);
    JavaRDD<InputRow> sorted =
        read(() -> table.select(all).sort(all[0]).javaRDD().map(new RowEncoder(sizes, columns)));
    long rows = read(sorted::count);
    if (rows == 0) {
      throw new Refused("the table has no row");
    }
    return new AlignedTable(keyType, sorted, rows);
  }

  /** Runs a job of Spark on this party's own table. */
  private static <T> T read(Callable<T> job) throws Refused {
    try {
      return job.call();
    } catch (Exception e) { // of Spark, checked ones too, which its methods do not declare
      String reason = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
      throw new Refused("the table cannot be read: " + reason, e);
    }
  }

  private static String quoted(String column) {
    return "`" + column.replace("`", "``") + "`";
  }

  private static DataType type(Dataset<Row> table, String column) throws Refused {
    List<String> names = List.of(table.schema().fieldNames());
    if (!names.contains(column)) {
      throw new Refused(
          "the table has no column '%s': it has %s".formatted(column, String.join(", ", names)));
    }
    return table.schema().apply(column).dataType();
  }

  /** Returns the number of rows. */
  long rows() {
    return rows;
  }

  /** Returns whether keys are whole numbers; otherwise they are strings. */
  boolean hasNumbersAsKeys() {
    return WHOLE.contains(keyType);
  }

  /** Returns the rows by their numbers, each in the partition of its worker, in ascending order. */
  JavaPairRDD<Long, InputRow> byWorker(Chunks chunks) throws Refused {
    return read(sorted::zipWithIndex)
        .mapToPair(row -> new Tuple2<>(row._2(), row._1()))
        .repartitionAndSortWithinPartitions(new WorkerPartitioner(chunks), new NumberOrder());
  }

  private static final class NumberOrder implements Comparator<Long>, Serializable {
    @Override
    public int compare(Long a, Long b) {
      return a.compareTo(b);
    }
  }

  /**
   * Hashes the keys of all chunks.
   *
   * @return the digests in hexadecimal, by chunk
   * @throws Refused if a row cannot be evaluated, or two rows have one key
   */
  static List<String> digests(JavaPairRDD<Long, InputRow> byWorker, Chunks chunks, byte[] nonce)
      throws Refused, ConnectionLost {
    List<ChunkKeys> all =
        new ArrayList<>(byWorker.mapPartitions(rows -> hash(rows, chunks, nonce)).collect());
    all.sort(Comparator.comparingInt(keys -> keys.chunk));
    if (all.size() != chunks.count()) {
      throw new ConnectionLost("the table has changed while it was read");
    }
    List<String> digests = new ArrayList<>();
    ChunkKeys before = null;
    for (ChunkKeys keys : all) {
      if (keys.fault != null) {
        throw new Refused(
            "a row of chunk %d cannot be evaluated: %s".formatted(keys.chunk, keys.fault));
      }
      if (before != null && before.last.equals(keys.first)) {
        throw new Refused("two rows have one key, at the start of chunk " + keys.chunk);
      }
      before = keys;
      digests.add(keys.digest);
    }
    return digests;
  }

  private static Iterator<ChunkKeys> hash(
      Iterator<Tuple2<Long, InputRow>> rows, Chunks chunks, byte[] nonce) {
    List<ChunkKeys> hashed = new ArrayList<>();
    ChunkReader reader = new ChunkReader(rows, chunks);
    while (reader.hasNext()) {
      List<InputRow> chunk = reader.next();
      KeyDigest digest = new KeyDigest(nonce, reader.chunk());
      String fault = null;
      for (InputRow row : chunk) {
        String found = row.fault();
        if (found == null && !digest.add(row.key())) {
          found = "another row has its key";
        }
        fault = fault == null ? found : fault;
      }
      hashed.add(
          new ChunkKeys(
              reader.chunk(),
              HexFormat.of().formatHex(digest.digest()),
              chunk.get(0).key(),
              chunk.get(chunk.size() - 1).key(),
              fault));
    }
    return hashed.iterator();
  }
}
