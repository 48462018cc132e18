package org.schurmpc.bench;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.schurmpc.core.eval.Protocol;

/** Finds the protocol modules among the classes that tests of the architecture read. */
final class ProtocolModules {
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
}
