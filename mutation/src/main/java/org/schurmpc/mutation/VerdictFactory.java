package org.schurmpc.mutation;

import java.nio.file.Path;
import java.util.Properties;
import org.pitest.mutationtest.ListenerArguments;
import org.pitest.mutationtest.MutationResultListener;
import org.pitest.mutationtest.MutationResultListenerFactory;

/** Offers {@link Verdict} to PIT as the report format VERDICT. */
public final class VerdictFactory implements MutationResultListenerFactory {
  @Override
  public MutationResultListener getListener(Properties settings, ListenerArguments run) {
    Path accepted = Path.of(settings.getProperty("accepted"));
    return new Verdict(
        Survivors.read(accepted), run.getOutputStrategy().createWriterForFile("mutants.txt"));
  }

  @Override
  public String name() {
    return "VERDICT";
  }

  @Override
  public String description() {
    return "Fails if a mutant survives that is not accepted";
  }
}
