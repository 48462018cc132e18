package org.schurmpc.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import java.io.IOException;
import java.io.InputStream;
import java.lang.module.ModuleDescriptor;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Tests the module descriptors: which packages are public, and which services are provided. */
class ModulesTest {
  private static final String PREFIX = "org.schurmpc.";
  private static final ClassLoader LOADER = ModulesTest.class.getClassLoader();

  /** The entry of the compiler, which is in another package: it has no use without its result. */
  private static final List<String> INTERNAL =
      List.of("org.schurmpc.vm.lang.ProgramBuilder.record: org.schurmpc.vm.ir.ProgramIr");

  private static final Map<String, ModuleDescriptor> MODULES = new TreeMap<>();
  private static final JavaClasses CLASSES = House.CLASSES;

  @BeforeAll
  static void readModules() throws IOException {
    for (URL descriptor : Collections.list(LOADER.getResources("module-info.class"))) {
      try (InputStream in = descriptor.openStream()) {
        ModuleDescriptor module = ModuleDescriptor.read(in);
        if (module.name().startsWith(PREFIX)) {
          MODULES.put(module.name(), module);
        }
      }
    }
  }

  @Test
  void librariesAreModules() {
    List<String> names =
        List.of(
            "circuit",
            "circuits",
            "client",
            "core",
            "garbled",
            "minimac",
            "net",
            "run",
            "spdz",
            "tinyot",
            "tinytable",
            "vm");
    assertEquals(names.stream().map(PREFIX::concat).toList(), List.copyOf(MODULES.keySet()));
  }

  /** Whoever can name a public type can name all types of its signatures. */
  @Test
  void publicTypesShowPublicTypesAlone() {
    Set<String> open = publicPackages();
    assertTrue(open.contains("org.schurmpc.core.run"), open.toString());
    assertEquals(INTERNAL, PublicSignatures.hiddenTypes(CLASSES, open::contains));
  }

  @Test
  void aHiddenTypeInASignatureIsFound() {
    Set<String> open = publicPackages();
    open.remove("org.schurmpc.core.circuit");
    List<String> leaks = PublicSignatures.hiddenTypes(CLASSES, open::contains);
    String leak =
        "org.schurmpc.core.circuit.io.CircuitLibrary.open: org.schurmpc.core.circuit.Circuit";
    assertTrue(leaks.contains(leak), leaks.toString());
  }

  @Test
  void exportedPackagesHaveClasses() {
    Set<String> packages =
        CLASSES.stream().map(JavaClass::getPackageName).collect(Collectors.toSet());
    for (ModuleDescriptor module : MODULES.values()) {
      for (ModuleDescriptor.Exports exported : module.exports()) {
        assertTrue(packages.contains(exported.source()), module.name() + " exports " + exported);
      }
    }
  }

  /** A qualified export to a module that does not exist is a mistake that javac does not report. */
  @Test
  void internalPackagesAreExportedToModulesOfTheProject() {
    for (ModuleDescriptor module : MODULES.values()) {
      for (ModuleDescriptor.Exports exported : module.exports()) {
        assertTrue(
            MODULES.keySet().containsAll(exported.targets()), module.name() + " " + exported);
      }
    }
  }

  /** The class path and the module path offer equal protocols, circuits and languages. */
  @Test
  void descriptorsProvideWhatServiceFilesName() throws IOException {
    Set<String> services =
        MODULES.values().stream()
            .flatMap(module -> module.uses().stream())
            .collect(Collectors.toSet());
    assertEquals(3, services.size(), services.toString());
    for (String service : services) {
      assertEquals(inServiceFiles(service), inDescriptors(service), service);
    }
  }

  private static Set<String> publicPackages() {
    return MODULES.values().stream()
        .flatMap(module -> module.exports().stream())
        .filter(exported -> !exported.isQualified())
        .map(ModuleDescriptor.Exports::source)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Set<String> inDescriptors(String service) {
    return MODULES.values().stream()
        .flatMap(module -> module.provides().stream())
        .filter(provided -> provided.service().equals(service))
        .flatMap(provided -> provided.providers().stream())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Set<String> inServiceFiles(String service) throws IOException {
    List<String> lines = new ArrayList<>();
    for (URL file : Collections.list(LOADER.getResources("META-INF/services/" + service))) {
      try (InputStream in = file.openStream()) {
        new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().forEach(lines::add);
      }
    }
    lines.removeIf(line -> line.startsWith("org.schurmpc.bench.")); // the tests' own
    return new TreeSet<>(lines);
  }
}
