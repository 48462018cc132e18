package org.schurmpc.bench.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.regex.PatternSyntaxException;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.VerboseMode;
import org.schurmpc.cli.launch.Jvm;
import org.schurmpc.cli.launch.JvmFinder;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import picocli.CommandLine.Command;
import picocli.CommandLine.Unmatched;

/**
 * Implements {@code jmh}: passes the arguments to JMH, and adds the vector module to forks that
 * have it.
 */
@Command(
    name = "jmh",
    usageHelpAutoWidth = true,
    description = {
      "Runs the microbenchmarks with JMH, whose options it takes; --help shows them.",
      "Forks run on the newest JVM unless -jvm names one, with the vector module if it has one."
    },
    footer = {"", "Example: java -jar mpc-bench.jar jmh -f 1 -wi 3 -i 5 Schur"})
final class JmhCommand implements Callable<Integer> {
  private static final String HELP = "--help";

  @Unmatched private List<String> arguments = new ArrayList<>();

  @Override
  public Integer call() throws MpcException, IOException {
    List<String> all = new ArrayList<>(arguments);
    all.replaceAll(argument -> argument.equals(HELP) ? "-h" : argument); // as of other commands
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
    String[] line = all.toArray(String[]::new);
    check(line);
    org.openjdk.jmh.Main.main(line);
    if (System.out.checkError()) {
      throw new BadFile("standard output could not be written in full");
    }
    return 0;
  }

  /**
   * Checks the arguments first, because JMH would end this process with the exit code of internal
   * errors.
   *
   * @throws Refused if the arguments are invalid, or no microbenchmark matches
   */
  private static void check(String[] line) throws Refused {
    try {
      CommandLineOptions options = new CommandLineOptions(line);
      boolean runs =
          !options.shouldHelp()
              && !options.shouldListProfilers()
              && !options.shouldListResultFormats();
      if (runs && matching(options) == 0) {
        throw new Refused("no microbenchmark matches; jmh -l lists them");
      }
    } catch (CommandLineOptionException | PatternSyntaxException e) {
      throw new Refused("JMH does not take these arguments: " + e.getMessage(), e);
    }
  }

  private static int matching(CommandLineOptions options) {
    OutputFormat silent = OutputFormatFactory.createFormatInstance(System.out, VerboseMode.SILENT);
    return BenchmarkList.defaultList()
        .find(silent, options.getIncludes(), options.getExcludes())
        .size();
  }
}
