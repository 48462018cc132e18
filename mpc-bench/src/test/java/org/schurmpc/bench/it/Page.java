package org.schurmpc.bench.it;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A page of docs/ with the commands of a run. Its shell blocks run as they stand there. Those that
 * follow each other and begin with {@code # Alice}, {@code # Bob} and {@code # Carol} run side by
 * side.
 */
record Page(String text) {
  static final Path ROOT = Path.of("").toAbsolutePath().getParent();

  private static final Pattern BLOCK = Pattern.compile("```sh\\R(.*?)```", Pattern.DOTALL);
  private static final Pattern PARTY = Pattern.compile("# (Alice|Bob|Carol)\\R");
  private static final Pattern PORT = Pattern.compile("127\\.0\\.0\\.1:\\d+");
  private static final Pattern FILE =
      Pattern.compile("`([\\w.-]+)`:\\R\\R```\\w*\\R(.*?)```", Pattern.DOTALL);
  private static final String JAR = "mpc-bench/target/mpc-bench.jar";

  static Page of(String name) throws IOException {
    return new Page(Files.readString(ROOT.resolve("docs").resolve(name)));
  }

  /** Writes the files that the page shows, each behind its name and a colon. */
  void writeFiles(Path folder) throws IOException {
    for (MatchResult file : FILE.matcher(text).results().toList()) {
      Files.writeString(folder.resolve(file.group(1)), file.group(2));
    }
  }

  /** Runs all blocks. Returns what each wrote on standard output. */
  List<String> run(PageShell shell) throws Exception {
    List<String> said = new ArrayList<>();
    List<PageShell.Started> together = new ArrayList<>();
    try {
      List<String> blocks = blocks();
      for (int i = 0; i < blocks.size(); i++) {
        together.add(shell.start(blocks.get(i)));
        if (i + 1 == blocks.size() || !sideBySide(blocks.get(i), blocks.get(i + 1))) {
          for (PageShell.Started each : together) {
            said.add(each.end());
          }
          together.clear();
        }
      }
      return said;
    } finally {
      together.forEach(PageShell.Started::kill);
    }
  }

  /** Whether two blocks are of two parties, in their order. */
  private static boolean sideBySide(String first, String second) {
    Matcher one = PARTY.matcher(first);
    Matcher two = PARTY.matcher(second);
    return one.lookingAt() && two.lookingAt() && one.group(1).compareTo(two.group(1)) < 0;
  }

  /** Returns the blocks, with the packaged jar, the folder of the examples and free ports. */
  private List<String> blocks() throws IOException {
    String page = text.replace(JAR, System.getProperty("bench.jar"));
    page = page.replace(" examples/", " " + ROOT + "/examples/");
    page = page.replace(" circuits/", " " + ROOT + "/circuits/");
    SortedSet<String> addresses = new TreeSet<>();
    PORT.matcher(page).results().forEach(address -> addresses.add(address.group()));
    List<ServerSocket> free = new ArrayList<>();
    for (String address : addresses) {
      free.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
      page = page.replace(address, "127.0.0.1:" + free.get(free.size() - 1).getLocalPort());
    }
    for (ServerSocket socket : free) {
      socket.close();
    }
    return BLOCK.matcher(page).results().map(block -> block.group(1)).toList();
  }
}
