package org.schurmpc.spark;

import java.io.File;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.apache.spark.launcher.JavaModuleOptions;
import org.schurmpc.core.net.TestIdentities;

/** Starts {@link PartyMain} as two processes, with keys of their own. */
final class TwoParties {
  private static final int MINUTES = 5;

  private final Path folder;
  private final String meeting;
  private final TreeMap<String, String> common = new TreeMap<>();
  private final List<TreeMap<String, String>> own = List.of(new TreeMap<>(), new TreeMap<>());

  TwoParties(Path folder) throws IOException {
    this.folder = folder;
    for (int party = 0; party < 2; party++) {
      TestIdentities.Identity identity = TestIdentities.valid("party" + party);
      identity.write(folder, "party" + party);
      Files.writeString(
          folder.resolve("party" + party + ".pin"), identity.fingerprint().toString());
    }
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      meeting = "127.0.0.1:" + socket.getLocalPort();
    }
  }

  /** Returns the port on which party 0's driver listens. */
  int meetingPort() {
    return Integer.parseInt(meeting.substring(meeting.indexOf(':') + 1));
  }

  /** Waits until party 0 waits for the other one. */
  void awaitMeeting(Party first) throws IOException, InterruptedException {
    while (true) {
      try {
        new Socket(InetAddress.getLoopbackAddress(), meetingPort()).close();
        return;
      } catch (ConnectException e) {
        if (first.process().waitFor(20, TimeUnit.MILLISECONDS)) {
          throw new IOException("party 0 ended:\n" + first.text(), e);
        }
      }
    }
  }

  /** Sets a property of both parties. */
  TwoParties with(String name, Object value) {
    common.put(name, value.toString());
    return this;
  }

  /** Sets a property of one party. */
  TwoParties with(int party, String name, Object value) {
    own.get(party).put(name, value.toString());
    return this;
  }

  /** A running party. */
  record Party(Process process, Path log) {
    /** Waits for the end, and returns the exit code. */
    int code() throws IOException, InterruptedException {
      if (!process.waitFor(MINUTES, TimeUnit.MINUTES)) {
        process.destroyForcibly();
        throw new IOException("a party does not end:\n" + text());
      }
      return process.exitValue();
    }

    String text() throws IOException {
      return Files.readString(log);
    }

    @Override
    public String toString() {
      try {
        return text();
      } catch (IOException e) {
        return e.getMessage();
      }
    }
  }

  /** Starts both parties. */
  List<Party> start() throws IOException {
    List<Party> parties = new ArrayList<>();
    for (int party = 0; party < 2; party++) {
      parties.add(start(party));
    }
    return parties;
  }

  /** Starts a party. */
  Party start(int party) throws IOException {
    List<String> line = new ArrayList<>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.addAll(List.of(JavaModuleOptions.defaultModuleOptions().trim().split("\\s+")));
    line.addAll(List.of("-Xmx1g", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=4"));
    TreeMap<String, String> all = new TreeMap<>(common);
    all.putAll(own.get(party));
    all.put("party", Integer.toString(party));
    all.put("meeting", meeting);
    all.put("folder", folder.toString());
    for (Map.Entry<String, String> property : all.entrySet()) {
      line.add("-Dtest." + property.getKey() + "=" + property.getValue());
    }
    line.addAll(List.of("-cp", classPath(), PartyMain.class.getName()));
    Path log = folder.resolve("party" + party + ".log");
    ProcessBuilder builder = new ProcessBuilder(line);
    builder.redirectErrorStream(true).redirectOutput(log.toFile());
    builder.environment().put("SCHUR_MPC_STATE", folder.resolve("state" + party).toString());
    builder.environment().put("SPARK_LOCAL_IP", "127.0.0.1");
    // Executors as processes take Spark from here: an empty home, and this class path.
    builder.environment().put("SPARK_HOME", home().toString());
    builder.environment().put("SPARK_SCALA_VERSION", "2.13");
    return new Party(builder.start(), log);
  }

  private Path home() throws IOException {
    Path home = folder.resolve("home");
    Files.createDirectories(home.resolve("jars"));
    return home;
  }

  /** Makes the executors of both parties processes of their own, with encryption between them. */
  TwoParties withExecutors(int executors) {
    return with("master", "local-cluster[%d,1,800]".formatted(executors))
        .with(
            "settings",
            String.join(
                "\n",
                "spark.executor.memory=800m",
                "spark.executor.extraClassPath=" + classPath(),
                "spark.authenticate=true",
                "spark.authenticate.secret=of-a-test",
                "spark.network.crypto.enabled=true"));
  }

  private static String classPath() {
    return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"))
        .replace(File.pathSeparator + File.pathSeparator, File.pathSeparator);
  }
}
