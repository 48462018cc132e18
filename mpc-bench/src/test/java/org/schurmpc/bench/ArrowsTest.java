package org.schurmpc.bench;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Tests which packages may depend on which, over all modules. */
class ArrowsTest {
  /**
   * The packages of TinyOT that no other protocol uses: all but the preprocessing and its material.
   */
  private static final String[] TINY_OT_ALONE = {
    "org.schurmpc.tinyot", "org.schurmpc.tinyot.online.."
  };

  /** The protocols that use TinyOT's preprocessing. */
  private static final Set<String> USERS_OF_TINY_OT =
      Set.of("garbled", "minimac", "spdz", "tinytable");

  private static final String[] PROGRAMS = {
    "org.schurmpc.cli..", "org.schurmpc.bench..", "org.schurmpc.data..", "org.schurmpc.service.."
  };

  private static final JavaClasses CLASSES = House.CLASSES;

  /** The packages of all protocol modules. */
  private static String[] protocols;

  @BeforeAll
  static void readClasses() {
    protocols =
        ProtocolModules.packages(CLASSES).stream().map(each -> each + "..").toArray(String[]::new);
  }

  @Test
  void coreKnowsNoProtocolAndNoProgram() {
    noClasses()
        .that()
        .resideInAPackage("org.schurmpc.core..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(protocols)
        .orShould()
        .dependOnClassesThat()
        .resideInAnyPackage(PROGRAMS)
        .check(CLASSES);
  }

  @Test
  void circuitLibraryKnowsCoresCircuitsAloneAndOnlyProgramsKnowTheLibrary() {
    noClasses()
        .that()
        .resideInAPackage("org.schurmpc.circuits..")
        .should()
        .dependOnClassesThat(
            resideInAPackage("org.schurmpc..")
                .and(
                    not(
                        resideInAnyPackage(
                            "org.schurmpc.circuits..",
                            "org.schurmpc.core.abort..",
                            "org.schurmpc.core.bits..",
                            "org.schurmpc.core.circuit.."))))
        .check(CLASSES);
    noClasses()
        .that()
        .resideInAnyPackage(protocols)
        .or()
        .resideInAPackage("org.schurmpc.core..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.schurmpc.circuits..")
        .check(CLASSES);
  }

  @Test
  void protocolsKnowCoreOnlyButTinyOtServesThreeOthers() {
    for (String protocol : protocols) {
      boolean usesTinyOt =
          USERS_OF_TINY_OT.stream()
              .anyMatch(user -> protocol.equals("org.schurmpc." + user + ".."));
      for (String other : protocols) {
        if (!other.equals(protocol)) {
          boolean serves = usesTinyOt && other.equals("org.schurmpc.tinyot..");
          requireApart(protocol, serves ? TINY_OT_ALONE : new String[] {other});
        }
      }
    }
  }

  /** SPDZ's own phases are free of bits under other keys. */
  @Test
  void onlyMixedArithmeticOfSpdzKnowsTinyOt() {
    noClasses()
        .that()
        .resideInAPackage("org.schurmpc.spdz..")
        .and()
        .resideOutsideOfPackage("org.schurmpc.spdz.mixed")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.schurmpc.tinyot..")
        .check(CLASSES);
  }

  private static void requireApart(String protocol, String... others) {
    noClasses()
        .that()
        .resideInAPackage(protocol)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(others)
        .orShould()
        .dependOnClassesThat()
        .resideInAnyPackage(PROGRAMS)
        .check(CLASSES);
  }

  /** Protocols are found by the service loader, and further commands are added by their callers. */
  @Test
  void cliKnowsCoreTheCircuitLibraryAndTheClientAlone() {
    noClasses()
        .that()
        .resideInAPackage("org.schurmpc.cli..")
        .should()
        .dependOnClassesThat(
            resideInAPackage("org.schurmpc..")
                .and(
                    not(
                        resideInAnyPackage(
                            "org.schurmpc.cli..",
                            "org.schurmpc.core..",
                            "org.schurmpc.circuits..",
                            "org.schurmpc.client.."))))
        .check(CLASSES);
  }

  /** Whoever is a client and no party takes no protocol, no network and no cryptography of ours. */
  @Test
  void clientKnowsNothingOfOursAndCommandsAndTablesOfServicesKnowIt() {
    noClasses()
        .that()
        .resideInAPackage("org.schurmpc.client..")
        .should()
        .dependOnClassesThat(
            resideInAPackage("org.schurmpc..").and(not(resideInAPackage("org.schurmpc.client.."))))
        .orShould()
        .dependOnClassesThat()
        .resideInAnyPackage("io.netty..", "org.bouncycastle..", "org.slf4j..")
        .check(CLASSES);
    noClasses()
        .that(
            resideInAPackage("org.schurmpc..")
                .and(
                    not(
                        resideInAnyPackage(
                            "org.schurmpc.client..",
                            "org.schurmpc.cli.command",
                            "org.schurmpc.service.tables"))))
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.schurmpc.client..")
        .check(CLASSES);
  }

  @Test
  void forecastsAndPagesKnowCoreAloneAndDoctorKnowsComputationsAndForecasts() {
    requireWithin("forecast");
    requireWithin("page");
    requireWithin("doctor", "compute", "config", "forecast");
    requireWithin("display", "forecast", "launch");
    requireWithin(
        "option", "circuit", "compute", "config", "data", "keys", "launch", "report", "values");
    requireWithin("data", "values");
    noClasses()
        .that(
            resideInAPackage("org.schurmpc.cli..")
                .and(
                    not(
                        resideInAnyPackage(
                            "org.schurmpc.cli",
                            "org.schurmpc.cli.command",
                            "org.schurmpc.cli.display",
                            "org.schurmpc.cli.doctor",
                            "org.schurmpc.cli.forecast"))))
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("org.schurmpc.cli.doctor", "org.schurmpc.cli.forecast")
        .check(CLASSES);
  }

  /** Requires that a package of mpc-cli depends on some others of it and the core alone. */
  private static void requireWithin(String name, String... others) {
    Set<String> known = new HashSet<>(Set.of("org.schurmpc.core..", "org.schurmpc.cli." + name));
    for (String other : others) {
      known.add("org.schurmpc.cli." + other);
    }
    noClasses()
        .that()
        .resideInAPackage("org.schurmpc.cli." + name)
        .should()
        .dependOnClassesThat(
            resideInAPackage("org.schurmpc..")
                .and(not(resideInAnyPackage(known.toArray(new String[0])))))
        .check(CLASSES);
  }

  @Test
  void virtualMachineKnowsCoreTheCircuitLibraryAndSpdzAlone() {
    noClasses()
        .that()
        .resideInAPackage("org.schurmpc.vm..")
        .should()
        .dependOnClassesThat(
            resideInAPackage("org.schurmpc..")
                .and(
                    not(
                        resideInAnyPackage(
                            "org.schurmpc.vm..",
                            "org.schurmpc.core..",
                            "org.schurmpc.circuits..",
                            "org.schurmpc.spdz.."))))
        .check(CLASSES);
  }

  /** Programs are reached through a service of the core. */
  @Test
  void nobodyNamesTheVirtualMachine() {
    noClasses()
        .that()
        .resideInAPackage("org.schurmpc..")
        .and()
        .resideOutsideOfPackage("org.schurmpc.vm..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.schurmpc.vm..")
        .check(CLASSES);
  }

  /** Everything but the backend of the machine is free of the protocol. */
  @Test
  void onlyTheBackendOfTheMachineNamesSpdz() {
    noClasses()
        .that()
        .resideInAPackage("org.schurmpc.vm..")
        .and()
        .resideOutsideOfPackages("org.schurmpc.vm", "org.schurmpc.vm.machine.spdz..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.schurmpc.spdz..")
        .check(CLASSES);
  }

  @Test
  void benchNamesNoProtocolOutsideItsMicrobenchmarks() {
    noClasses()
        .that()
        .resideInAPackage("org.schurmpc.bench..")
        .and()
        .resideOutsideOfPackage("org.schurmpc.bench.jmh..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(protocols)
        .check(CLASSES);
  }

  /** A page follows what the Monitor does, and the Monitor does not know of it. */
  @Test
  void onlyCommandsKnowThePageAndOnlyThePageServesHttp() {
    noClasses()
        .that()
        .resideOutsideOfPackages("org.schurmpc.bench.page..", "org.schurmpc.bench.cli..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.schurmpc.bench.page..")
        .check(CLASSES);
    noClasses()
        .that()
        .resideOutsideOfPackage("org.schurmpc.bench.page..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("com.sun.net.httpserver..")
        .check(CLASSES);
    noClasses()
        .that()
        .resideInAPackage("org.schurmpc.bench.page..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "org.schurmpc.bench.cli..", "org.schurmpc.bench.launch..", "org.schurmpc.bench.party..")
        .check(CLASSES);
  }

  /** Pages are made from JSON: they know no run, no connection and no command. */
  @Test
  void reportsKnowStoredResultsAlone() {
    requireBelow("org.schurmpc.cli.report", "org.schurmpc.cli.values");
    requireBelow(
        "org.schurmpc.bench.html",
        "org.schurmpc.cli.report",
        "org.schurmpc.bench.report",
        "org.schurmpc.bench.reproduce");
  }

  /** Requires that a package depends on some others and on errors of the core alone. */
  private static void requireBelow(String name, String... others) {
    noClasses()
        .that()
        .resideInAPackage(name)
        .should()
        .dependOnClassesThat(
            resideInAPackage("org.schurmpc..")
                .and(not(resideInAnyPackage(name, "org.schurmpc.core.abort")))
                .and(not(resideInAnyPackage(others))))
        .check(CLASSES);
  }

  /** Material is generated under the only comparison that serves for it. */
  @Test
  void preprocessingComparesByCommitments() {
    noClasses()
        .that()
        .resideInAnyPackage("org.schurmpc.spdz.prep..", "org.schurmpc.spdz.mixed..")
        .should()
        .dependOnClassesThat()
        .haveFullyQualifiedName("org.schurmpc.spdz.share.MacComparison")
        .orShould()
        .dependOnClassesThat()
        .resideInAPackage("org.schurmpc.spdz.online..")
        .check(CLASSES);
  }

  /** Tables are found by the service loader, and what is asked of a database is in two packages. */
  @Test
  void dataKnowsCoreAndCliAloneAndNobodyKnowsIt() {
    noClasses()
        .that()
        .resideInAPackage("org.schurmpc.data..")
        .should()
        .dependOnClassesThat(
            resideInAPackage("org.schurmpc..")
                .and(
                    not(
                        resideInAnyPackage(
                            "org.schurmpc.data..", "org.schurmpc.core..", "org.schurmpc.cli.."))))
        .check(CLASSES);
    noClasses()
        .that()
        .resideOutsideOfPackage("org.schurmpc.data..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.schurmpc.data..")
        .check(CLASSES);
    requireBelow("org.schurmpc.data.schema", "org.schurmpc.core.program");
    requireBelow("org.schurmpc.data.config", "org.schurmpc.cli.config", "org.schurmpc.data.schema");
    noClasses()
        .that()
        .resideOutsideOfPackages("org.schurmpc.data.source", "org.schurmpc.data.result")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("java.sql..", "javax.sql..")
        .check(CLASSES);
  }

  /** Protocols and languages are found by the service loader. */
  @Test
  void serviceKnowsCoreAndCliAndClientAndNobodyKnowsIt() {
    noClasses()
        .that()
        .resideInAPackage("org.schurmpc.service..")
        .should()
        .dependOnClassesThat(
            resideInAPackage("org.schurmpc..")
                .and(
                    not(
                        resideInAnyPackage(
                            "org.schurmpc.service..",
                            "org.schurmpc.core..",
                            "org.schurmpc.cli..",
                            "org.schurmpc.client.."))))
        .check(CLASSES);
    noClasses()
        .that()
        .resideOutsideOfPackage("org.schurmpc.service..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.schurmpc.service..")
        .check(CLASSES);
  }

  /** Requests are kept without a port, and ports without what computes. */
  @Test
  void packagesOfTheServiceAreInOneOrder() {
    requireServiceWithin("config");
    requireServiceWithin("state", "config");
    requireServiceWithin("tables", "state", "config");
    requireServiceWithin("http", "state", "config");
    requireServiceWithin("admin", "http", "state", "config");
    noClasses()
        .that()
        .resideOutsideOfPackages("org.schurmpc.service.http..", "org.schurmpc.service.admin..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.eclipse.jetty..")
        .check(CLASSES);
    noClasses()
        .that()
        .resideOutsideOfPackage("org.schurmpc.service.admin..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("io.micrometer..", "io.prometheus..")
        .check(CLASSES);
  }

  private static void requireServiceWithin(String name, String... others) {
    Set<String> known =
        new HashSet<>(
            Set.of("org.schurmpc.core..", "org.schurmpc.cli..", "org.schurmpc.service." + name));
    for (String other : others) {
      known.add("org.schurmpc.service." + other);
    }
    if (name.equals("tables")) {
      known.add("org.schurmpc.client"); // results come as clients' do
    }
    noClasses()
        .that()
        .resideInAPackage("org.schurmpc.service." + name)
        .should()
        .dependOnClassesThat(
            resideInAPackage("org.schurmpc..")
                .and(not(resideInAnyPackage(known.toArray(new String[0])))))
        .check(CLASSES);
  }

  @Test
  void packagesAreFreeOfCycles() {
    slices().matching("org.schurmpc.(**)").should().beFreeOfCycles().check(CLASSES);
  }
}
