package org.schurmpc.mutation;

import java.util.Properties;
import org.pitest.classpath.CodeSource;
import org.pitest.coverage.CoverageDatabase;
import org.pitest.mutationtest.build.DefaultTestPrioritiserFactory;
import org.pitest.mutationtest.build.TestPrioritiser;
import org.pitest.mutationtest.build.TestPrioritiserFactory;

/** Offers {@link CheatsFirst} to PIT. */
public final class CheatsFirstFactory implements TestPrioritiserFactory {
  @Override
  public TestPrioritiser makeTestPrioritiser(
      Properties settings, CodeSource code, CoverageDatabase coverage) {
    return new CheatsFirst(
        new DefaultTestPrioritiserFactory().makeTestPrioritiser(settings, code, coverage));
  }

  @Override
  public String description() {
    return "Runs tests that cheat first";
  }
}
