package org.schurmpc.core.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.Test;
import org.schurmpc.core.kernel.KernelProvider.Choice;
import org.schurmpc.core.kernel.KernelProvider.Preference;

class KernelProviderTest {
  @Test
  void plainWhenAskedFor() {
    Choice choice = KernelProvider.choose(Preference.PLAIN);
    assertEquals("plain", choice.kernels().name());
    assertFalse(choice.reason().isBlank());
  }

  @Test
  void autoTakesVectorsOnlyWhereTheyWin() {
    Choice choice = KernelProvider.choose(Preference.AUTO);
    if (!TestKernels.vectorPresent()) {
      assertEquals("plain", choice.kernels().name());
      assertTrue(choice.reason().contains("absent"), choice.reason());
    } else if (Runtime.version().feature() < 22) {
      assertEquals("plain", choice.kernels().name());
      assertTrue(choice.reason().contains("older than 22"), choice.reason());
    } else if (KernelProvider.choose(Preference.VECTOR).kernels().registerBits() >= 256) {
      assertEquals("vector", choice.kernels().name());
    } else {
      assertEquals("plain", choice.kernels().name());
    }
  }

  @Test
  void vectorWhenForced() {
    assumeTrue(TestKernels.vectorPresent(), "module jdk.incubator.vector is absent");
    assertEquals("vector", KernelProvider.choose(Preference.VECTOR).kernels().name());
  }

  @Test
  void forcedVectorsWithoutTheModuleAreAnError() {
    assumeFalse(TestKernels.vectorPresent(), "module jdk.incubator.vector is present");
    Exception e =
        assertThrows(IllegalStateException.class, () -> KernelProvider.choose(Preference.VECTOR));
    assertTrue(e.getMessage().contains("jdk.incubator.vector is absent"), e.getMessage());
  }

  @Test
  void everyChoiceIsFresh() {
    assertNotSame(KernelProvider.choose().kernels(), KernelProvider.choose().kernels());
  }

  @Test
  void namesAreChecked() {
    assertEquals(Preference.AUTO, Preference.named("Auto"));
    Exception e = assertThrows(IllegalArgumentException.class, () -> Preference.named("simd"));
    assertTrue(e.getMessage().contains("plain, vector and auto"), e.getMessage());
  }
}
