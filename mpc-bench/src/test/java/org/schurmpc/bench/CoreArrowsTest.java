package org.schurmpc.bench;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClasses;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests which packages of the core may depend on which. */
class CoreArrowsTest {
  private static final String CORE = "org.schurmpc.core";

  /** Each package, with those that it may depend on besides itself; sub-packages belong to it. */
  private static final Map<String, String[]> MAY_USE =
      Map.ofEntries(
          Map.entry("abort", new String[] {}),
          Map.entry("bits", new String[] {"abort"}),
          Map.entry("kernel", new String[] {"abort"}),
          Map.entry("field", new String[] {"abort"}),
          Map.entry("circuit", new String[] {"abort", "bits"}),
          Map.entry("program", new String[] {"abort", "deliver", "prep", "eval", "run"}),
          Map.entry("code", new String[] {"abort", "bits", "kernel", "field"}),
          Map.entry("crypto", new String[] {"abort", "bits", "kernel", "field"}),
          Map.entry("net", new String[] {"abort"}),
          Map.entry("session", new String[] {"abort", "crypto", "net"}),
          Map.entry("agree", new String[] {"abort", "crypto", "session"}),
          Map.entry("deliver", new String[] {"abort", "field", "crypto", "session", "agree"}),
          Map.entry("ot", upTo("agree")),
          Map.entry("silent", upTo("ot")),
          Map.entry("mac", new String[] {"abort", "bits", "crypto", "session", "agree", "ot"}),
          Map.entry("word", upTo("mac")),
          Map.entry("progress", new String[] {}),
          Map.entry("prep", upTo("progress")),
          Map.entry("eval", upTo("prep")),
          Map.entry("run", upTo("eval")));

  private static final JavaClasses CLASSES = House.CLASSES.that(resideInAPackage(CORE + ".."));

  /** All packages up to this one, in the order of the arrows. */
  private static String[] upTo(String last) {
    String[] order = {
      "abort",
      "bits",
      "kernel",
      "field",
      "circuit",
      "code",
      "crypto",
      "net",
      "session",
      "agree",
      "ot",
      "deliver",
      "mac",
      "word",
      "progress",
      "prep",
      "eval"
    };
    return Arrays.copyOf(order, Arrays.asList(order).indexOf(last) + 1);
  }

  private static Stream<String> packages() {
    return MAY_USE.keySet().stream().sorted();
  }

  @Test
  void everyPackageIsListed() {
    var found =
        CLASSES.stream()
            .map(c -> c.getPackageName().substring(CORE.length()).split("\\."))
            .map(parts -> parts.length > 1 ? parts[1] : "")
            .collect(Collectors.toCollection(TreeSet::new));
    assertTrue(found.size() > 10, "classes were found: " + found);
    assertTrue(MAY_USE.keySet().containsAll(found), "without a rule: " + found);
  }

  @ParameterizedTest
  @MethodSource("packages")
  void dependsOnNothingElse(String name) {
    String[] allowed =
        Stream.concat(Stream.of(name), Arrays.stream(MAY_USE.get(name)))
            .map(each -> CORE + "." + each + "..")
            .toArray(String[]::new);
    noClasses()
        .that()
        .resideInAPackage(CORE + "." + name + "..")
        .should()
        .dependOnClassesThat(resideInAPackage(CORE + "..").and(not(resideInAnyPackage(allowed))))
        .allowEmptyShould(true)
        .check(CLASSES);
  }

  @Test
  void packagesHaveNoCycles() {
    slices().matching(CORE + ".(*)..").should().beFreeOfCycles().check(CLASSES);
  }

  @Test
  void onlyTheVectorKernelsUseTheIncubator() {
    noClasses()
        .that()
        .resideOutsideOfPackage(CORE + ".kernel.vector..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("jdk.incubator..")
        .check(CLASSES);
  }

  @Test
  void nobodyNamesTheVectorKernels() {
    noClasses()
        .that()
        .resideOutsideOfPackage(CORE + ".kernel.vector..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage(CORE + ".kernel.vector..")
        .check(CLASSES);
  }

  @Test
  void onlyTheNetworkUsesNetty() {
    noClasses()
        .that()
        .resideOutsideOfPackage(CORE + ".net..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.netty..")
        .check(CLASSES);
  }

  @Test
  void evaluatorsKnowNoDisk() {
    noClasses()
        .that()
        .resideInAPackage(CORE + ".eval..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage(CORE + ".prep.disk..")
        .check(CLASSES);
  }

  @Test
  void storesKnowNoLedgerOfAService() {
    noClasses()
        .that()
        .resideInAPackage(CORE + ".prep.disk..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage(CORE + ".prep.ledger..")
        .check(CLASSES);
  }

  @Test
  void circuitsUseTheJavaBaseModuleOnly() {
    noClasses()
        .that()
        .resideInAPackage(CORE + ".circuit..")
        .should()
        .dependOnClassesThat(not(resideInAnyPackage(CORE + "..", "java..")))
        .check(CLASSES);
  }
}
