package org.schurmpc.bench.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.schurmpc.bench.launch.Jvm;
import org.schurmpc.bench.launch.JvmFinder;
import org.schurmpc.core.abort.Refused;
import picocli.CommandLine.Command;
import picocli.CommandLine.Unmatched;

/** Hands its arguments to JMH, and sees to it that the forks can have the vector kernels. */
@Command(
    name = "jmh",
    usageHelpAutoWidth = true,
    description = {
      "Runs the microbenchmarks with JMH, whose options it takes; -h shows them.",
      "Forks run on the newest JVM unless -jvm names one, with the vector module if it has one."
    },
    footer = {"", "Example: java -jar mpc-bench.jar jmh -f 1 -wi 3 -i 5 Schur"})
final class JmhCommand implements Callable<Integer> {
  @Unmatched private List<String> arguments = new ArrayList<>();

  @Override
  public Integer call() throws Refused, IOException {
    List<String> all = new ArrayList<>(arguments);
    int given = all.indexOf("-jvm");
    Jvm jvm = null;
    if (given < 0) {
      jvm = JvmFinder.ofThisProcess().choose(JvmFinder.AUTO);
      all.addAll(List.of("-jvm", jvm.java().toString()));
    } else if (given + 1 < all.size()) {
      jvm = Jvm.ofLauncher(all.get(given + 1)).orElse(null);
    }
    if (jvm != null && jvm.vector()) {
      all.addAll(List.of("-jvmArgsAppend", String.join(" ", jvm.vectorOptions())));
    }
    org.openjdk.jmh.Main.main(all.toArray(String[]::new));
    return 0;
  }
}
