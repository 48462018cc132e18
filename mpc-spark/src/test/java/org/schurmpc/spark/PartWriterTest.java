package org.schurmpc.spark;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.hadoop.example.GroupReadSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.CircuitBuilder;
import org.schurmpc.core.circuit.Values;

class PartWriterTest {
  private static final List<Integer> SIZES = List.of(1, 63, 64, 12);

  @TempDir Path folder;

  /** Outputs of the given sizes: 1, then 5, then 6 and then 7 in the second of two rows. */
  private static Values results() {
    CircuitBuilder builder = new CircuitBuilder();
    for (int size : SIZES) {
      builder.output(builder.input(size));
    }
    Circuit circuit = builder.build();
    Values results = Values.outputs(circuit, new BitMatrix(circuit.outputWires(), 2));
    results.set(0, 1, new byte[] {1});
    results.set(1, 1, new byte[] {0x7F, -1, -1, -1, -1, -1, -1, -1});
    results.set(2, 1, new byte[] {-1, 0, 0, 0, 0, 0, 0, 6});
    results.set(3, 1, new byte[] {0x0F, 7});
    return results;
  }

  private static InputRow row(Object key) {
    return new InputRow(key, new byte[0][], null);
  }

  @Test
  void keysAndLearntValuesAreWrittenByTheirSizes() throws Exception {
    Path file = folder.resolve("part.parquet");
    PartWriter writer =
        new PartWriter("id", false, new TreeMap<>(Map.of(0, "flag", 1, "n", 2, "wide")), SIZES);
    writer.write(
        new org.apache.hadoop.fs.Path(file.toUri()),
        new Configuration(),
        Map.of("schurmpc.session", "5e55"),
        List.of(row("a"), row("ü")),
        results());
    try (ParquetReader<Group> reader =
        ParquetReader.builder(new GroupReadSupport(), new org.apache.hadoop.fs.Path(file.toUri()))
            .build()) {
      Group first = reader.read();
      assertEquals("a", first.getString("id", 0));
      assertEquals(false, first.getBoolean("flag", 0));
      assertEquals(0, first.getLong("n", 0));
      Group second = reader.read();
      assertEquals("ü", second.getString("id", 0));
      assertEquals(true, second.getBoolean("flag", 0));
      assertEquals(Long.MAX_VALUE, second.getLong("n", 0));
      assertArrayEquals(
          new byte[] {-1, 0, 0, 0, 0, 0, 0, 6}, second.getBinary("wide", 0).getBytes());
      assertEquals(4, second.getType().getFieldCount(), "what the party does not learn is absent");
      assertNull(reader.read());
    }
    assertEquals("5e55", Results.facts(file).get("schurmpc.session"));
  }

  @Test
  void unwritableFileIsNamed() throws Exception {
    Files.writeString(folder.resolve("file"), "");
    PartWriter writer = new PartWriter("id", true, new TreeMap<>(), SIZES);
    BadFile bad =
        assertThrows(
            BadFile.class,
            () ->
                writer.write(
                    new org.apache.hadoop.fs.Path(folder.resolve("file/part").toUri()),
                    new Configuration(),
                    Map.of(),
                    List.of(row(1L)),
                    results()));
    assertEquals(true, bad.getMessage().contains("file/part"));
  }
}
