package org.schurmpc.bench.it;

import java.io.IOException;
import java.util.List;
import org.schurmpc.cli.launch.ChildStarter;
import org.schurmpc.cli.launch.Jvm;

/** Runs children on threads of this JVM; the JVM chosen for them is ignored. */
final class ChildThreads implements ChildStarter {
  @Override
  public Process start(Jvm jvm, List<String> memory, List<String> arguments, Unread unread)
      throws IOException {
    ThreadProcess child = new ThreadProcess(this, arguments, unread);
    child.start();
    return child;
  }
}
