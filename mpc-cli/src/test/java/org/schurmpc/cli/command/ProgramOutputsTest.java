package org.schurmpc.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.schurmpc.cli.values.NamedText;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.program.ProgramPort;

/** Tests that outputs appear together or not at all. */
class ProgramOutputsTest {
  @TempDir Path folder;

  @Test
  void outputsAppearTogetherOrNotAtAll() throws Exception {
    Path table = folder.resolve("x.csv");
    Path main = Files.createDirectory(folder.resolve("gone")).resolve("all");
    ProgramPort port =
        new ProgramPort("x", OptionalInt.empty(), "bit", BigInteger.ZERO, BigInteger.ONE, false, 2);
    NamedText text = new NamedText(List.of(port), Map.of("x", Path.of("x.csv")));
    ProgramOutputs task = new ProgramOutputs(text, main, Map.of("x", table));
    TreeMap<String, BigInteger[]> outputs = new TreeMap<>();
    outputs.put("x", new BigInteger[] {BigInteger.ONE, BigInteger.ZERO});
    PrintStream out = new PrintStream(new ByteArrayOutputStream());
    ProgramOutputs.Targets targets = task.open();
    Files.delete(main.getParent());
    assertThrows(BadFile.class, () -> task.write(targets, outputs, out));
    try (Stream<Path> left = Files.list(folder)) {
      assertEquals(List.of(), left.toList());
    }
    Files.createDirectory(main.getParent());
    task.write(targets, outputs, out);
    assertEquals("1\n0\n", Files.readString(table));
    assertEquals("x = @x.csv\n", Files.readString(main));
    try (Stream<Path> left = Files.list(folder)) {
      assertEquals(2, left.count());
    }
  }
}
