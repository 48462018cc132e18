package org.schurmpc.core.kernel;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A description of a JVM's JIT compilers. Only C2 of HotSpot turns the vector classes into vector
 * instructions; without C2 each operation allocates objects, and a kernel is 25 to 1,000 times
 * slower than in plain Java.
 *
 * @param name the property java.vm.name
 * @param version the property java.vm.version
 * @param mode the property java.vm.info
 * @param flags HotSpot's flags by name, as far as the JVM provides them: none without the module
 *     jdk.management, and experimental ones only if they are unlocked
 */
record JvmDescription(String name, String version, String mode, Map<String, String> flags) {
  private static final List<String> FLAGS =
      List.of("TieredStopAtLevel", "UseCompiler", "UseJVMCICompiler", "EnableVectorSupport");

  private static final String C2_LEVEL = "4";

  JvmDescription {
    flags = Map.copyOf(flags);
  }

  /** Describes the JVM of this process. */
  static JvmDescription ofThisProcess() {
    return new JvmDescription(
        System.getProperty("java.vm.name", ""),
        System.getProperty("java.vm.version", ""),
        System.getProperty("java.vm.info", ""),
        flagsOfThisProcess());
  }

  private static Map<String, String> flagsOfThisProcess() {
    Map<String, String> flags = new HashMap<>();
    try {
      HotSpotDiagnosticMXBean bean =
          ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
      for (String flag : FLAGS) {
        try {
          flags.put(flag, bean.getVMOption(flag).getValue());
        } catch (IllegalArgumentException e) {
          // This JVM has no such flag, or keeps the flag locked.
        }
      }
    } catch (LinkageError | RuntimeException e) {
      // The module jdk.management is absent, or the JVM is not HotSpot; its name tells which.
    }
    return flags;
  }

  /** Returns why C2 does not compile the vector classes; empty if C2 does, as far as is known. */
  Optional<String> lackOfC2() {
    if (!name.contains("Server VM") || name.contains("J9")) {
      return Optional.of("'" + name + "' is no HotSpot JVM with the C2 compiler");
    }
    if (mode.contains("interpreted mode") || says("UseCompiler", "false")) {
      return Optional.of("this JVM interprets and compiles nothing (" + mode + ")");
    }
    String level = flags.getOrDefault("TieredStopAtLevel", C2_LEVEL);
    if (!level.equals(C2_LEVEL)) {
      return Optional.of("this JVM runs without the C2 compiler (TieredStopAtLevel " + level + ")");
    }
    if (mode.contains("emulated-client")) {
      return Optional.of("this JVM runs without the C2 compiler (" + mode + ")");
    }
    if (says("UseJVMCICompiler", "true")
        || (version.contains("jvmci") && !says("UseJVMCICompiler", "false"))) {
      return Optional.of("this JVM compiles by Graal in C2's place (" + version + ")");
    }
    if (says("EnableVectorSupport", "false")) {
      return Optional.of("this JVM compiles no vector classes (-XX:-EnableVectorSupport)");
    }
    return Optional.empty();
  }

  private boolean says(String flag, String value) {
    return value.equals(flags.get(flag));
  }
}
