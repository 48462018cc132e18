package org.schurmpc.cli.command;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.PrintStream;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the commands on programs, with a jar that is not on the class path. */
class ProgramCommandTest {
  private static final String SOURCE =
      """
      package a;

      import org.schurmpc.vm.lang.IntType;
      import org.schurmpc.vm.lang.ProgramBuilder;
      import org.schurmpc.vm.lang.SecureProgram;

      public final class Dot implements SecureProgram {
        @Override
        public void define(ProgramBuilder b) {
          Helper.dot(b, (int) b.argument("n"));
        }

        public static final class Thrown implements SecureProgram {
          @Override
          public void define(ProgramBuilder b) {
            Helper.fail();
          }
        }

        public static final class Deep implements SecureProgram {
          @Override
          public void define(ProgramBuilder b) {
            define(b);
          }
        }

        public static final class Look implements SecureProgram {
          @Override
          public void define(ProgramBuilder b) {
            var at = b.input("at", 0, IntType.unsigned(8)).reveal().toIndex();
            var table = b.clearArray("table", IntType.signed(8), 4);
            b.print("looks at ", at);
            b.output("found", table.get(at));
            b.outputTo(1, "twice", b.input("x2", 1, IntType.signed(16)).times(2));
          }
        }

        public static final class Lies implements SecureProgram {
          @Override
          public void define(ProgramBuilder b) {
            var x = b.input("x", 0, IntType.signed(40));
            b.output("narrow", x.assumeFits(IntType.unsigned(4)).times(2));
          }
        }

        public static final class Cube implements SecureProgram {
          @Override
          public void define(ProgramBuilder b) {
            var power = b.input("x", 0, IntType.signed(40)).reveal().toIndex();
            b.output("cube", power.times(power).times(power).mod(10).toClear());
          }
        }

        static final class Hidden implements SecureProgram {
          @Override
          public void define(ProgramBuilder b) {}
        }
      }

      class Helper {
        static void dot(ProgramBuilder b, int n) {
          IntType type = IntType.signed(16);
          b.output("dot", b.inputs("x", 0, type, n).dot(b.inputs("y", 1, type, n)));
        }

        static void fail() {
          throw new IllegalStateException("no program today");
        }
      }
      """;

  @TempDir static Path shared;
  private static Path jar;

  @TempDir Path folder;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @BeforeAll
  static void makeJar() throws Exception {
    Path source = Files.writeString(shared.resolve("Dot.java"), SOURCE);
    String[] line = {"-proc:none", "-d", shared.toString(), source.toString()};
    assertEquals(0, ToolProvider.getSystemJavaCompiler().run(null, null, null, line));
    jar = shared.resolve("dot.jar");
    try (JarOutputStream to = new JarOutputStream(Files.newOutputStream(jar))) {
      File[] classes = shared.resolve("a").toFile().listFiles();
      for (File each : classes) {
        to.putNextEntry(new JarEntry("a/" + each.getName()));
        to.write(Files.readAllBytes(each.toPath()));
      }
    }
  }

  private String assertEnds(int code, Object... arguments) {
    String[] line = new String[arguments.length + 1];
    line[0] = "program";
    for (int i = 0; i < arguments.length; i++) {
      line[i + 1] = arguments[i].toString();
    }
    out.reset();
    err.reset();
    int ended =
        new CommandLineProgram(OperatorCommands.standalone())
            .run(
                line,
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
    String said = out.toString(StandardCharsets.UTF_8) + err.toString(StandardCharsets.UTF_8);
    assertEquals(code, ended, said);
    assertFalse(said.contains("\tat ") || said.contains("internal"), said);
    assertEquals(code == 0 ? 0 : 1, err.toString(StandardCharsets.UTF_8).lines().count(), said);
    return said;
  }

  private void assertCompileEnds(int code, String sentence, String name, Object... options) {
    Path target = folder.resolve("none.vm");
    Object[] line = new Object[options.length + 6];
    line[0] = "compile";
    line[1] = name;
    line[2] = "--class-path";
    line[3] = jar;
    line[4] = "--out";
    line[5] = target;
    System.arraycopy(options, 0, line, 6, options.length);
    String said = assertEnds(code, line);
    assertTrue(said.contains(sentence), said);
    assertFalse(Files.exists(target));
  }

  private Path compile(String file) {
    Path program = folder.resolve(file);
    Path none = folder;
    String said =
        assertEnds(
            0,
            "compile",
            "a.Dot",
            "--class-path",
            none + File.pathSeparator + jar,
            "--arg",
            "n=10",
            "--parties",
            3,
            "--out",
            program);
    assertTrue(said.matches("(?s)program +Dot\\R.*\\Rdigest +[0-9a-f]{64}\\R"), said);
    assertTrue(said.contains("x, party 1, 10 of signed 16"), said);
    assertTrue(said.contains("dot, all parties, signed"), said);
    return program;
  }

  @Test
  void compilesAndGoesToTextAndBack() throws Exception {
    Path program = compile("dot.vm");
    assertArrayEquals(Files.readAllBytes(program), Files.readAllBytes(compile("again.vm")));
    String printed = assertEnds(0, "disasm", program);
    assertTrue(printed.startsWith(".program Dot parties 3\n.field p128 sigma_mask 40\n"), printed);
    Path text = folder.resolve("dot.s");
    assertEquals("", assertEnds(0, "disasm", program, "--out", text));
    assertEquals(printed, Files.readString(text));
    Path back = folder.resolve("back.vm");
    assertTrue(assertEnds(0, "asm", text, "--out", back).startsWith("program  Dot"));
    assertArrayEquals(Files.readAllBytes(program), Files.readAllBytes(back));
    String cost = assertEnds(0, "cost", program);
    assertTrue(cost.matches("(?s).*\\Rprogram Dot +1 +1 .*\\RDot\\.java:[0-9]+ .*"), cost);
  }

  @Test
  void aNewProjectCompilesPassesItsTestAndIsTried() throws Exception {
    Path project = folder.resolve("price-check");
    assertTrue(assertEnds(0, "init", project).contains("example.Pricecheck"));
    Path classes = Files.createDirectory(folder.resolve("classes"));
    String[] line = {
      "-proc:none",
      "-cp",
      System.getProperty("java.class.path"),
      "-d",
      classes.toString(),
      project.resolve("src/main/java/example/Pricecheck.java").toString(),
      project.resolve("src/test/java/example/PricecheckTest.java").toString()
    };
    assertEquals(0, ToolProvider.getSystemJavaCompiler().run(null, null, null, line));
    try (URLClassLoader loader = new URLClassLoader(new URL[] {classes.toUri().toURL()})) {
      Constructor<?> test = loader.loadClass("example.PricecheckTest").getDeclaredConstructor();
      test.setAccessible(true);
      Method counts = test.getDeclaringClass().getDeclaredMethod("countsRows");
      counts.setAccessible(true);
      counts.invoke(test.newInstance());
    }
    Path program = folder.resolve("check.vm");
    String[] compile = {
      "example.Pricecheck", "--class-path", classes.toString(), "--arg", "rows=3"
    };
    assertEnds(
        0, "compile", compile[0], compile[1], compile[2], compile[3], compile[4], "--out", program);
    String mine = "1=" + project.resolve("mine.csv");
    String yours = "2=" + project.resolve("yours.csv");
    String said = assertEnds(0, "try", program, "--csv", mine, "--csv", yours);
    assertTrue(said.startsWith("# all parties receive\ncount = 2\n"), said);
    String pom = Files.readString(project.resolve("pom.xml"));
    assertFalse(pom.contains("@") || pom.contains("${project"), pom);
    assertTrue(Files.readString(project.resolve("README.md")).contains("program try ."));
  }

  @Test
  void theProgramOfAFolderIsCompiledFirst() throws Exception {
    Path project = folder.resolve("price");
    assertEnds(0, "init", project);
    Files.delete(project.resolve("src/test/java/example/PriceTest.java"));
    String mine = "1=" + project.resolve("mine.csv");
    String yours = "2=" + project.resolve("yours.csv");
    String said = assertEnds(0, "try", project, "--arg", "rows=3", "--csv", mine, "--csv", yours);
    assertTrue(said.startsWith("# all parties receive\ncount = 2\n"), said);
    Path program = folder.resolve("price.vm");
    String compiled = assertEnds(0, "compile", project, "--arg", "rows=3", "--out", program);
    assertTrue(compiled.contains("program  Price"), compiled);
    String cost = "# by source line";
    String same = assertEnds(0, "try", program, "--csv", mine, "--csv", yours);
    assertEquals(said.substring(0, said.indexOf(cost)), same.substring(0, same.indexOf(cost)));
    // Classes that a build has made are not compiled again.
    Path source = project.resolve("src/main/java/example/Price.java");
    Path classes = Files.createDirectories(folder.resolve("built/target/classes"));
    String[] javac = {
      "-proc:none",
      "-cp",
      System.getProperty("java.class.path"),
      "-d",
      classes.toString(),
      source.toString()
    };
    assertEquals(0, ToolProvider.getSystemJavaCompiler().run(null, null, null, javac));
    Path built = folder.resolve("built");
    String again = assertEnds(0, "try", built, "--arg", "rows=3", "--csv", mine, "--csv", yours);
    assertTrue(again.contains("count = 2\n"), again);
  }

  @Test
  void aFolderHasOneProgram() throws Exception {
    Path empty = Files.createDirectories(folder.resolve("empty"));
    assertTrue(assertEnds(2, "try", empty).contains("has no program"));
    Path wrong = Files.createDirectories(folder.resolve("wrong"));
    Path source = Files.writeString(wrong.resolve("P.java"), "public class P {\n  int x = y;\n}\n");
    String said = assertEnds(3, "try", wrong);
    assertTrue(said.contains(source + ", line 2: cannot find symbol"), said);
    String program =
        """
        public class %s implements org.schurmpc.vm.lang.SecureProgram {
          public void define(org.schurmpc.vm.lang.ProgramBuilder b) {
            b.output("x", b.clear(1));
          }
        }
        """;
    Path two = Files.createDirectories(folder.resolve("two"));
    Files.writeString(two.resolve("A.java"), program.formatted("A"));
    assertTrue(assertEnds(0, "try", two).contains("x = 1"));
    Files.writeString(two.resolve("B.java"), program.formatted("B"));
    said = assertEnds(2, "try", two);
    assertTrue(said.contains("has several programs, A, B: "), said);
    Path vm = compileLook();
    said = assertEnds(2, "try", vm, "--parties", "2");
    assertTrue(said.contains("--arg and --parties are for a program that is compiled first"), said);
  }

  @Test
  void aProjectNeedsANewFolderAndAName() throws Exception {
    Files.writeString(folder.resolve("there"), "");
    assertTrue(assertEnds(3, "init", folder, "--name", "A").contains("has something in it"));
    assertTrue(assertEnds(3, "init", folder.resolve("there"), "--name", "A").contains("no folder"));
    assertTrue(assertEnds(2, "init", folder.resolve("1st")).contains("--name"));
    assertTrue(assertEnds(2, "init", folder.resolve("a"), "--name", "a.b").contains("--name"));
    assertFalse(Files.exists(folder.resolve("1st")) || Files.exists(folder.resolve("a")));
  }

  private Path compileLook() {
    Path program = folder.resolve("look.vm");
    assertEnds(0, "compile", "a.Dot$Look", "--class-path", jar, "--out", program);
    return program;
  }

  @Test
  void triesAProgramInTheClear() throws Exception {
    Path program = compileLook();
    Path first = Files.writeString(folder.resolve("1.txt"), "at = 2\n");
    Path second = Files.writeString(folder.resolve("2.csv"), "x\n-9\n");
    String said = assertEnds(0, "try", program, "--input", "1=" + first, "--csv", "2=" + second);
    assertEquals(
        """
        looks at 2
        # all parties receive
        found = 0
        # party 2 receives
        twice = -18

        # the widest values, as far as ports show them
        input at, 2 of 8 bits: from 2 to 2; its range ends at 0 and 255
        input x2, 5 of 16 bits: from -9 to -9; its range ends at -32768 and 32767
        """
            .strip(),
        said.lines().limit(9).collect(java.util.stream.Collectors.joining("\n")));
    assertTrue(said.contains("# a run takes "), said);
    assertTrue(said.contains("s over a WAN (50 Mbit/s, 50 ms)"), said);
    assertTrue(said.contains("# Own preprocessing from nothing"), said);
  }

  @Test
  void aTrialNamesTheLineOfAFault() throws Exception {
    Path program = compileLook();
    Path first = Files.writeString(folder.resolve("1.txt"), "at = 4\n");
    Path second = Files.writeString(folder.resolve("2.txt"), "x2 = 1\n");
    String[] files = {"--input", "1=" + first, "--input", "2=" + second};
    String said = assertEnds(3, "try", program, files[0], files[1], files[2], files[3]);
    assertTrue(said.contains("Dot.java:") && said.contains("outside of the array"), said);
    Files.writeString(second, "x2 = 32768\n");
    said = assertEnds(3, "try", program, files[0], files[1], files[2], files[3]);
    assertTrue(said.contains("2.txt, line 1"), said);
    assertFalse(said.contains("32768"), said);
    said = assertEnds(2, "try", program, files[0], files[1]);
    assertTrue(said.contains("party 2 gives values of x2: name their file with --input 2="), said);
    said = assertEnds(2, "try", program, "--csv", "3=" + first);
    assertTrue(said.contains("the party of --csv"), said);
  }

  @Test
  void aTrialNamesTheLineOfAWordThatDoesNotHold() throws Exception {
    Path input = Files.writeString(folder.resolve("1.txt"), "x = 15\n");
    String[] line = {"a.Dot$Lies", "--class-path", jar.toString(), "--input", "1=" + input};
    String said = assertEnds(0, "try", line[0], line[1], line[2], line[3], line[4]);
    assertTrue(said.contains("narrow = 30"), said);
    Files.writeString(input, "x = 16\n");
    said = assertEnds(8, "try", line[0], line[1], line[2], line[3], line[4]);
    String word = "assumeFits takes a value to be from 0 to 15, and it is not";
    assertTrue(said.contains("(Dot.java:" + lineOf("assumeFits") + "): " + word), said);
    assertFalse(said.contains("16"), said);
    // As a compiled file, the same program says what a trial of it does not check.
    Path program = folder.resolve("lies.vm");
    assertEnds(0, "compile", line[0], line[1], line[2], "--out", program);
    said = assertEnds(0, "try", program, line[3], line[4]);
    assertTrue(said.contains("narrow = 32") && said.contains("not of a compiled file"), said);
  }

  private static int lineOf(String code) {
    return SOURCE.substring(0, SOURCE.indexOf(code)).split("\n", -1).length;
  }

  @Test
  void aTrialNamesTheLineOfAnIndexThatWrapsAround() throws Exception {
    Path input = Files.writeString(folder.resolve("1.txt"), "x = 15\n");
    assertEnds(0, "try", "a.Dot$Cube", "--class-path", jar, "--input", "1=" + input);
    Files.writeString(input, "x = 3000000\n");
    String said = assertEnds(8, "try", "a.Dot$Cube", "--class-path", jar, "--input", "1=" + input);
    assertTrue(said.contains("(Dot.java:" + lineOf("power.times") + "): "), said);
    assertTrue(said.contains("a number of type Index wraps around at 64 bits"), said);
  }

  @Test
  void warnsOfShortMasks() {
    Path program = folder.resolve("short.vm");
    List<String> line = new ArrayList<>(List.of("program", "compile", "a.Dot", "--arg", "n=2"));
    line.addAll(List.of("--class-path", jar.toString(), "--out", program.toString()));
    line.addAll(List.of("--sigma-mask", "39"));
    CommandParties.End end = CommandParties.run(line);
    assertEquals(0, end.code(), end.err());
    assertTrue(end.err().startsWith("warning: masks are longer"), end.err());
    assertTrue(end.out().contains("masks of bits are 39 bits longer"), end.out());
    line.set(line.size() - 1, "40");
    assertEquals("", CommandParties.run(line).err());
  }

  @Test
  void saysWhichOptionsAreWrong() {
    assertCompileEnds(2, "gf7", "a.Dot", "--arg", "n=2", "--field", "gf7");
    assertCompileEnds(2, "gf7", "a.Dot", "--arg", "n=2", "--field2", "gf7");
    assertCompileEnds(2, "17", "a.Dot", "--arg", "n=2", "--parties", "17");
    assertCompileEnds(2, "at most 126", "a.Dot", "--arg", "n=2", "--sigma-mask", "127");
    assertCompileEnds(2, "--arg", "a.Dot", "--arg", "n=x");
    assertCompileEnds(2, "--arg", "a.Dot", "--arg", "n");
    assertTrue(assertEnds(2).contains("program init, compile, try, cost, disasm, asm or run"));
    assertTrue(assertEnds(2, "compile", "a.Dot", "--out", "x").contains("--class-path"));
    assertTrue(assertEnds(2, "asm", "x").contains("--out"));
  }

  @Test
  void saysWhatIsWrongWithAClass() {
    assertCompileEnds(2, "Dot.java:10: the program needs an argument n", "a.Dot");
    assertCompileEnds(3, "no program today", "a.Dot$Thrown");
    assertCompileEnds(3, "StackOverflowError", "a.Dot$Deep");
    assertCompileEnds(3, "a.Dot$Hidden is not a public class", "a.Dot$Hidden");
    assertCompileEnds(3, "java.lang.String does not implement", "java.lang.String");
    assertCompileEnds(3, "has no class b.Dot", "b.Dot");
    assertCompileEnds(3, "a/Dot", "a/Dot");
    Path missing = folder.resolve("missing.jar");
    String said =
        assertEnds(3, "compile", "a.Dot", "--class-path", missing, "--out", folder.resolve("x"));
    assertTrue(said.contains("missing.jar"), said);
    said = assertEnds(3, "compile", "a.Dot", "--class-path", jar, "--out", folder.resolve("no/x"));
    assertTrue(said.contains("no/x cannot be written: there is no such folder"), said);
  }

  @Test
  void saysWhatIsWrongWithAFile() throws Exception {
    Path program = compile("dot.vm");
    byte[] bytes = Files.readAllBytes(program);
    bytes[bytes.length / 2] ^= 1;
    Path bad = Files.write(folder.resolve("bad.vm"), bytes);
    for (String command : new String[] {"cost", "disasm"}) {
      assertTrue(assertEnds(3, command, bad).contains("bad.vm: "));
      assertTrue(assertEnds(3, command, folder.resolve("none")).contains("none"));
      assertTrue(assertEnds(3, command, folder).contains(folder.toString()));
    }
    Path text = Files.writeString(folder.resolve("bad.s"), ".program x parties 2\nadds\n");
    Path target = folder.resolve("x.vm");
    assertTrue(assertEnds(3, "asm", text, "--out", target).contains("bad.s, line 2: "));
    Files.write(text, new byte[] {(byte) 0xc3, 0x28});
    assertTrue(assertEnds(3, "asm", text, "--out", target).contains("UTF-8"));
    assertTrue(assertEnds(3, "asm", folder, "--out", target).contains("is no file"));
    assertFalse(Files.exists(target));
  }
}
