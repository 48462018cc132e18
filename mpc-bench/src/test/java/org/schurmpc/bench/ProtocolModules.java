package org.schurmpc.bench;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.schurmpc.core.eval.Protocol;

/** Finds the protocol modules among the classes that tests of the architecture read. */
final class ProtocolModules {
  private static final String SERVICE =
      "src/main/resources/META-INF/services/" + Protocol.class.getName();

  private static final String CONTRACT = "mpc-testkit/src/main/java/org/schurmpc/core/contract";

  /**
   * Matches a class declaration at the beginning of a line: only such classes are run by every test
   * engine.
   */
  private static final Pattern EXTENDING =
      Pattern.compile("^(?:public )?(?:final )?class \\w+ extends (\\w+)", Pattern.MULTILINE);

  private ProtocolModules() {}

  /**
   * Returns the package of each protocol module, such as {@code org.schurmpc.tinyot}: the packages
   * directly under {@code org.schurmpc} that have a public {@link Protocol}.
   */
  static Set<String> packages(JavaClasses classes) {
    return protocols(classes).stream()
        .map(JavaClass::getPackageName)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Returns the classes of {@link Protocol} in those packages. */
  static Set<JavaClass> protocols(JavaClasses classes) {
    return classes.stream()
        .filter(type -> type.isAssignableTo(Protocol.class) && !type.isInterface())
        .filter(type -> type.getPackageName().matches("org\\.schurmpc\\.[a-z0-9]+"))
        .collect(Collectors.toSet());
  }

  /** Returns the folders of the modules under a root that offer a protocol as a service. */
  static List<Path> folders(Path root) throws IOException {
    try (Stream<Path> below = Files.list(root)) {
      return below.filter(folder -> Files.exists(folder.resolve(SERVICE))).sorted().toList();
    }
  }

  /** Returns the names of the abstract test classes that every protocol module must extend. */
  static Set<String> contracts(Path root) throws IOException {
    try (Stream<Path> files = Files.list(root.resolve(CONTRACT))) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith("Contract.java"))
          .map(name -> name.substring(0, name.length() - ".java".length()))
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }

  /** Returns those of the names that a class of a module's test sources extends. */
  static Set<String> extended(Path module, Set<String> contracts) throws IOException {
    Set<String> found = new TreeSet<>();
    try (Stream<Path> files = Files.walk(module.resolve("src/test/java"))) {
      for (Path file : files.filter(each -> each.toString().endsWith(".java")).toList()) {
        Matcher matcher = EXTENDING.matcher(Files.readString(file));
        while (matcher.find()) {
          found.add(matcher.group(1));
        }
      }
    }
    found.retainAll(contracts);
    return found;
  }
}
