package org.schurmpc.core.circuit.dsl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.schurmpc.core.circuit.CircuitStatistics;
import org.schurmpc.core.circuit.GateType;

/**
 * Tests that docs/circuits.md lists the operations of circuits under construction: every public
 * method of the builder and the types of values, with the first sentence of its Javadoc, and the
 * ANDs and the AND depth of a circuit that has nothing but this operation. With {@code
 * -Ddsl.page=write} the test writes that part of the page.
 */
class OperationsPageTest {
  private static final Path PAGE = Path.of("..", "docs", "circuits.md");
  private static final Path SOURCES =
      Path.of(
          "..", "mpc-circuit", "src", "main", "java", "org", "schurmpc", "core", "circuit", "dsl");
  private static final String BEGIN =
      "<!-- Written by OperationsPageTest; see CONTRIBUTING.md. -->\n";
  private static final String END = "<!-- The end of what OperationsPageTest writes. -->\n";

  /** Bits of the integers whose operations are counted. */
  private static final int BITS = 64;

  /** Bits of the secret number of places by which such an integer is shifted. */
  private static final int PLACES = 6;

  private static final List<Class<?>> TYPES =
      List.of(
          TypedBuilder.class,
          Bit.class,
          UInt.class,
          SInt.class,
          FloatingPoint.class,
          Float32.class,
          Float64.class);

  private static final Pattern METHOD =
      Pattern.compile(
          "(?:/\\*\\*((?:[^*]|\\*(?!/))*)\\*/\\s+)?public ((?:static |final )*)([\\w<>\\[\\]]+) (\\w+)\\(([^)]*)\\) \\{");

  /** A public method as its source has it. */
  private record Operation(String comment, boolean isStatic, String name, String parameters) {
    String call() {
      return (isStatic ? "static " : "") + name + "(" + parameters + ")";
    }

    List<String> types() {
      return Arrays.stream(parameters.split(", "))
          .filter(parameter -> !parameter.isEmpty())
          .map(parameter -> parameter.substring(0, parameter.indexOf(' ')))
          .toList();
    }
  }

  @Test
  void thePageListsAllOperations() throws Exception {
    String page = Files.readString(PAGE);
    int from = page.indexOf(BEGIN) + BEGIN.length();
    int to = page.indexOf(END);
    assertTrue(from >= BEGIN.length() && to >= from, "a mark is gone");
    if ("write".equals(System.getProperty("dsl.page"))) {
      Files.writeString(PAGE, page.substring(0, from) + tables() + page.substring(to));
    } else {
      assertEquals(tables(), page.substring(from, to), "write it again with -Ddsl.page=write");
    }
  }

  private static String tables() throws Exception {
    StringBuilder text = new StringBuilder();
    for (Class<?> type : TYPES) {
      text.append("\n**`").append(type.getSimpleName()).append("`**\n\n");
      text.append("| operation | | ANDs / depth |\n|---|---|---|\n");
      for (Operation operation : operations(type)) {
        text.append(
            "| `%s` | %s | %s |\n"
                .formatted(operation.call(), operation.comment(), cost(type, operation)));
      }
    }
    return text.append('\n').toString();
  }

  /** Returns the operations in the order of the source, the same ones that reflection finds. */
  private static List<Operation> operations(Class<?> type) throws IOException {
    String source = Files.readString(SOURCES.resolve(type.getSimpleName() + ".java"));
    List<Operation> operations = new ArrayList<>();
    for (Matcher method = METHOD.matcher(source); method.find(); ) {
      String name = method.group(4);
      assertTrue(method.group(1) != null, type + "." + name + " has no Javadoc");
      operations.add(
          new Operation(
              sentence(method.group(1)),
              method.group(2).contains("static"),
              name,
              method.group(5).replaceAll("\\s+", " ")));
    }
    List<String> declared =
        Arrays.stream(type.getDeclaredMethods())
            .filter(method -> Modifier.isPublic(method.getModifiers()) && !method.isBridge())
            .map(Method::getName)
            .sorted()
            .toList();
    assertEquals(declared, operations.stream().map(Operation::name).sorted().toList());
    return operations;
  }

  /** Returns the first sentence of a comment in Markdown. */
  private static String sentence(String comment) {
    String text =
        comment
            .lines()
            .map(line -> line.strip().replaceFirst("^\\* ?", "").strip())
            .takeWhile(line -> !line.startsWith("@") && !line.startsWith("<p>"))
            .collect(Collectors.joining(" "))
            .replaceAll("\\{@(?:code|link) #?(\\S+?)\\}", "`$1`")
            .strip();
    int end = text.indexOf(". ");
    String first = end < 0 ? text : text.substring(0, end);
    return first.replaceAll("\\.$", "").replace("|", "\\|");
  }

  /** Returns the cost of a circuit of one operation; empty if none is one of circuits. */
  private static String cost(Class<?> type, Operation operation) throws Exception {
    if (type == TypedBuilder.class && !operation.name().equals("sum")) {
      return "";
    }
    List<String> costs = new ArrayList<>();
    for (Class<?> receiver :
        type == FloatingPoint.class ? List.of(Float32.class, Float64.class) : List.of(type)) {
      TypedBuilder builder = new TypedBuilder(Goal.FEWEST_ANDS);
      Object self = type == TypedBuilder.class ? builder : input(builder, receiver.getSimpleName());
      Object result = invoke(builder, receiver, self, operation);
      if (!output(builder, result)) {
        return "";
      }
      CircuitStatistics cost = CircuitStatistics.of(builder.build());
      costs.add("%,d / %,d".formatted(cost.count(GateType.AND), cost.depth()));
    }
    return costs.stream().distinct().collect(Collectors.joining("; "));
  }

  private static Object invoke(
      TypedBuilder builder, Class<?> receiver, Object self, Operation operation) throws Exception {
    for (Method method : receiver.getMethods()) {
      List<String> types =
          Arrays.stream(method.getParameterTypes())
              .map(each -> each.getSimpleName().replace("[]", "..."))
              .toList();
      List<String> wanted =
          operation.types().stream()
              .map(each -> each.equals("F") ? "FloatingPoint" : each)
              .toList();
      if (method.isBridge()
          || !method.getName().equals(operation.name())
          || !types.equals(wanted)) {
        continue;
      }
      List<Object> arguments = new ArrayList<>();
      for (Class<?> each : method.getParameterTypes()) {
        arguments.add(argument(builder, receiver, each, operation.name()));
      }
      return method.invoke(self, arguments.toArray());
    }
    throw new AssertionError(receiver + " has no " + operation);
  }

  private static Object argument(
      TypedBuilder builder, Class<?> receiver, Class<?> type, String operation) {
    boolean places = operation.matches("(shift|rotate).*");
    if (type == int.class) {
      return operation.equals("extend") ? 2 * BITS : BITS / 2;
    }
    if (type == UInt[].class) {
      return new UInt[] {builder.inputUInt(BITS), builder.inputUInt(BITS)};
    }
    if (type == UInt.class && places) {
      return builder.inputUInt(PLACES);
    }
    return input(
        builder, type == FloatingPoint.class ? receiver.getSimpleName() : type.getSimpleName());
  }

  private static Object input(TypedBuilder builder, String type) {
    return switch (type) {
      case "Bit" -> builder.inputBit();
      case "UInt" -> builder.inputUInt(BITS);
      case "SInt" -> builder.inputSInt(BITS);
      case "Float32" -> builder.inputFloat32();
      case "Float64" -> builder.inputFloat64();
      default -> throw new AssertionError("no inputs of " + type);
    };
  }

  /** Outputs the result of an operation; returns false for what is no value of circuits. */
  private static boolean output(TypedBuilder builder, Object result) {
    if (result instanceof Division<?> division) {
      return output(builder, division.quotient()) && output(builder, division.remainder());
    }
    if (result instanceof Bit bit) {
      builder.output(bit);
    } else if (result instanceof UInt value) {
      builder.output(value);
    } else if (result instanceof SInt value) {
      builder.output(value);
    } else if (result instanceof Float32 value) {
      builder.output(value);
    } else if (result instanceof Float64 value) {
      builder.output(value);
    } else {
      return false;
    }
    return true;
  }
}
