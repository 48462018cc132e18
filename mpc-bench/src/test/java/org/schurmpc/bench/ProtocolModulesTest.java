package org.schurmpc.bench;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests which packages a protocol module has, and the dependencies between them. */
class ProtocolModulesTest {
  /** Maps each package below that of the protocol to the packages on which it may depend. */
  private static final Map<String, Set<String>> MAY_KNOW =
      Map.of(
          "cipher", Set.of("material", "online", "share"),
          "bits", Set.of("material", "share"),
          "mixed", Set.of("material", "prep", "share"),
          "online", Set.of("material", "share"),
          "prep", Set.of("material", "share"),
          "material", Set.of(),
          "share", Set.of("material"));

  private static final JavaClasses CLASSES = House.CLASSES;

  @Test
  void allProtocolsAreFound() {
    Set<String> found = ProtocolModules.packages(CLASSES);
    for (String known : List.of("garbled", "minimac", "spdz", "tinyot", "tinytable")) {
      assertTrue(found.contains("org.schurmpc." + known), known + " is not among " + found);
    }
  }

  /**
   * Every folder that offers a protocol is a protocol module, and must have a test class for each
   * part of the contract.
   */
  @Test
  void everyProtocolModuleExtendsTheContract() throws Exception {
    Path root = Path.of("").toAbsolutePath().getParent();
    List<Path> modules = ProtocolModules.folders(root);
    assertEquals(ProtocolModules.packages(CLASSES).size(), modules.size(), modules.toString());
    Set<String> contracts = ProtocolModules.contracts(root);
    assertTrue(contracts.contains("ProtocolContract"), contracts.toString());
    assertTrue(contracts.size() > 1, contracts.toString());
    for (Path module : modules) {
      assertEquals(contracts, ProtocolModules.extended(module, contracts), "extended in " + module);
    }
  }

  @Test
  void aModuleWithoutAContractTestIsFound(@TempDir Path module) throws Exception {
    Path tests = Files.createDirectories(module.resolve("src/test/java/x"));
    Files.writeString(tests.resolve("ATest.java"), "class ATest extends FirstContract {}");
    Files.writeString(tests.resolve("BTest.java"), "/** extends SecondContract */ class BTest {}");
    assertEquals(
        Set.of("FirstContract"),
        ProtocolModules.extended(module, Set.of("FirstContract", "SecondContract")));
  }

  @Test
  void packagesAreEntryOnlineMaterialPrepAndShare() {
    for (String protocol : ProtocolModules.packages(CLASSES)) {
      List<String> known = new ArrayList<>(List.of(protocol));
      MAY_KNOW.keySet().forEach(each -> known.add(protocol + "." + each));
      classes()
          .that()
          .resideInAPackage(protocol + "..")
          .should()
          .resideInAnyPackage(known.toArray(new String[0]))
          .check(CLASSES);
    }
  }

  @Test
  void packagesKnowOnlyThoseBelow() {
    for (String protocol : ProtocolModules.packages(CLASSES)) {
      MAY_KNOW.forEach(
          (name, below) -> {
            List<String> others = new ArrayList<>(List.of(protocol));
            for (String other : MAY_KNOW.keySet()) {
              if (!other.equals(name) && !below.contains(other)) {
                others.add(protocol + "." + other);
              }
            }
            noClasses()
                .that()
                .resideInAPackage(protocol + "." + name)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(others.toArray(new String[0]))
                .allowEmptyShould(true) // not every protocol has all packages
                .check(CLASSES);
          });
    }
  }

  /** The classes of a dependency cycle cannot be understood separately. */
  @Test
  void noClassCircleInsideAProtocolModule(@TempDir Path scratch) throws Exception {
    Map<URI, String> places = new HashMap<>();
    for (JavaClass protocol : ProtocolModules.protocols(CLASSES)) {
      CodeSource source = protocol.reflect().getProtectionDomain().getCodeSource();
      places.put(source.getLocation().toURI(), protocol.getName());
    }
    assertEquals(ProtocolModules.packages(CLASSES).size(), places.size(), places.toString());
    for (Map.Entry<URI, String> place : places.entrySet()) {
      ClassGraph graph =
          ClassGraph.ofClassesAt(
              Path.of(place.getKey()), Files.createTempDirectory(scratch, "classes"));
      assertTrue(graph.classes().contains(place.getValue()), place + " in " + graph.classes());
      assertEquals(List.of(), graph.circles(), place.toString());
    }
  }

  @Test
  void circlesAreFoundThroughNestedClasses() {
    String jdeps =
        """
        classes -> java.base
           x.A                       -> java.lang.Object      java.base
           x.A$B                     -> x.C                   classes
           x.C                       -> x.C$D                 classes
           x.C$D                     -> x.E                   classes
           x.E                       -> x.A                   classes
           x.F                       -> x.A                   classes
           x.G                       -> x.G$H                 classes
           x.K                       -> x.L                   not found
           x.L                       -> x.K                   classes
        """;
    assertEquals(
        List.of(Set.of("x.A", "x.C", "x.E"), Set.of("x.K", "x.L")), ClassGraph.of(jdeps).circles());
  }
}
