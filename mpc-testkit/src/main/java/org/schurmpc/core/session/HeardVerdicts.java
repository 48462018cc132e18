package org.schurmpc.core.session;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.schurmpc.core.abort.MpcException;

/** A listener that writes down what it hears. */
public class HeardVerdicts implements VerdictListener {
  public final List<String> calls = new CopyOnWriteArrayList<>();

  @Override
  public void pending() throws MpcException {
    calls.add("pending");
  }

  @Override
  public void passed() {
    calls.add("passed");
  }

  @Override
  public void failed() {
    calls.add("failed");
  }
}
