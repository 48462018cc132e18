package org.schurmpc.bench;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import org.junit.jupiter.api.Test;

/** Tests what the library's functions on tables may depend on. */
class TableArrowsTest {
  /** Tables are written in the language, as programs are, and no function on vectors needs them. */
  @Test
  void tablesKnowTheLanguageAndFunctionsOnVectorsAlone() {
    noClasses()
        .that()
        .resideInAPackage("org.schurmpc.vm.lib.table")
        .should()
        .dependOnClassesThat(
            resideInAPackage("org.schurmpc..")
                .and(
                    not(
                        resideInAnyPackage(
                            "org.schurmpc.vm.lang",
                            "org.schurmpc.vm.lib",
                            "org.schurmpc.vm.lib.parts",
                            "org.schurmpc.vm.lib.table"))))
        .check(House.CLASSES);
    noClasses()
        .that()
        .resideInAPackage("org.schurmpc..")
        .and()
        .resideOutsideOfPackage("org.schurmpc.vm.lib.table")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.schurmpc.vm.lib.table")
        .check(House.CLASSES);
  }
}
