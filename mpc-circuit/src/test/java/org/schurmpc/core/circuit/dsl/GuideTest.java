package org.schurmpc.core.circuit.dsl;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.GateType;
import org.schurmpc.core.circuit.PlainEvaluation;
import org.schurmpc.core.circuit.RandomCircuits;
import org.schurmpc.core.circuit.SharedCircuits;
import org.schurmpc.core.circuit.io.CircuitReader;

/** The program in the guide to circuits is compiled and run. */
class GuideTest {
  private static final Pattern CODE = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);
  private static final int COLUMNS = 1000;

  private static String program() throws Exception {
    Path guide = SharedCircuits.projectRoot().resolve("docs/circuits.md");
    Matcher code = CODE.matcher(Files.readString(guide));
    assertTrue(code.find(), "there is a program in " + guide);
    return code.group(1);
  }

  private static Circuit run(String program, Path folder) throws Exception {
    JavaFileObject source =
        new SimpleJavaFileObject(URI.create("string:///Deal.java"), JavaFileObject.Kind.SOURCE) {
          @Override
          public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return program;
          }
        };
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    List<String> options =
        List.of("-cp", System.getProperty("java.class.path"), "-d", folder.toString());
    assertTrue(compiler.getTask(null, null, null, options, null, List.of(source)).call());
    Path circuit = folder.resolve("deal.txt");
    try (URLClassLoader loader = new URLClassLoader(new URL[] {folder.toUri().toURL()})) {
      Object arguments = new String[] {circuit.toString()};
      loader.loadClass("Deal").getMethod("main", String[].class).invoke(null, arguments);
    }
    return CircuitReader.read(circuit);
  }

  private static long value(BitMatrix rows, int first, int bits, int column) {
    long value = 0;
    for (int i = 0; i < bits; i++) {
      value |= rows.get(first + i, column) ? 1L << i : 0;
    }
    return value;
  }

  @Test
  void theDeal(@TempDir Path folder) throws Exception {
    Circuit circuit = run(program(), folder);
    assertArrayEquals(new int[] {32, 32}, circuit.inputSizes());
    assertArrayEquals(new int[] {1, 32}, circuit.outputSizes());
    assertEquals(96, circuit.count(GateType.AND));
    BitMatrix inputs = RandomCircuits.inputs(circuit, COLUMNS, 1);
    BitMatrix outputs = PlainEvaluation.evaluate(circuit, inputs);
    int deals = 0;
    for (int column = 0; column < COLUMNS; column++) {
      long asked = value(inputs, 0, 32, column);
      long offered = value(inputs, 32, 32, column);
      boolean deal = asked <= offered;
      deals += deal ? 1 : 0;
      assertEquals(deal, outputs.get(0, column));
      assertEquals(deal ? (asked + offered) / 2 : 0, value(outputs, 1, 32, column));
    }
    assertTrue(deals > 0 && deals < COLUMNS);
  }
}
