package org.schurmpc.bench.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.CircuitBuilder;
import org.schurmpc.core.circuit.io.BristolFashion;

/**
 * Changes one byte of a plaintext run in transit, a different one in each run. Each party gives the
 * correct output or none, and ends in time with a documented exit code.
 */
class TamperingIT {
  private static final int FEW = 6;
  private static final int MANY = 250;
  private static final Set<Integer> CODES = Set.of(0, 4, 5, 6);
  private static final String RIGHT = "3c ff\n08 cb\n";

  @TempDir Path folder;
  private String circuit;
  private String[] inputs;
  private final Map<Integer, Integer> ends = new TreeMap<>();

  /** Prepares the bitwise AND, and from it the bitwise OR, of two bytes. */
  @BeforeEach
  void prepare() throws Exception {
    CircuitBuilder builder = new CircuitBuilder();
    int[] a = builder.input(8);
    int[] b = builder.input(8);
    int[] and = new int[8];
    int[] or = new int[8];
    for (int i = 0; i < 8; i++) {
      and[i] = builder.and(a[i], b[i]);
      or[i] = builder.xor(builder.xor(a[i], b[i]), builder.and(and[i], a[i]));
    }
    builder.output(and);
    builder.output(or);
    Circuit built = builder.build();
    Path file = folder.resolve("small.txt");
    BristolFashion.write(built, file);
    circuit = file.toString();
    inputs = new String[] {input("one.txt", "bd\n09\n"), input("two.txt", "7e\nca\n")};
  }

  private String input(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text).toString();
  }

  @Test
  void ownPreprocessingFew() throws Exception {
    tamper("tinyot", FEW, 1, Starter.THREAD);
  }

  @Test
  void dealerFew() throws Exception {
    tamper("minitrix", FEW, 2, Starter.THREAD);
  }

  @Test
  @Tag("slow")
  void ownPreprocessingMany() throws Exception {
    tamper("tinyot", MANY, 3, Starter.process(folder));
  }

  @Test
  @Tag("slow")
  void dealerMany() throws Exception {
    tamper("minitrix", MANY, 4, Starter.process(folder));
  }

  /**
   * Changes one byte in each run. The frames of an honest run of processes are divided into as many
   * equal parts as there are runs, and each run changes a random byte of a frame of its part.
   */
  private void tamper(String protocol, int runs, long seed, Starter starter) throws Exception {
    List<Run.Line> lines = new ArrayList<>();
    try (Run honest = new Run(Starter.process(folder), protocol, null, 0, 0)) {
      assertEquals(List.of(0, 0), honest.end(), honest.said());
      assertEquals(List.of(RIGHT, RIGHT), honest.outputs(), honest.said());
      lines.addAll(honest.lines());
    }
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = 0; i < runs; i++) {
      int index = (int) ((i + random.nextDouble()) * lines.size() / runs);
      Run.Line line = lines.get(index);
      TamperingProxy.Place start = line.frame().start();
      TamperingProxy.Place place =
          new TamperingProxy.Place(
              start.connection(),
              start.backward(),
              start.offset() + random.nextLong(line.frame().length()));
      int mask = 1 << random.nextInt(8);
      String where =
          "%s, run %d: proxy %d, %s ^ %d".formatted(protocol, i, line.proxy(), place, mask);
      try (Run run = new Run(starter, protocol, place, line.proxy(), mask)) {
        List<Integer> codes = run.end();
        List<String> outputs = run.outputs();
        for (int party = 0; party < 2; party++) {
          String all = where + ": " + codes + ", " + run.said();
          assertTrue(CODES.contains(codes.get(party)), all);
          assertEquals(codes.get(party) == 0 ? RIGHT : "", outputs.get(party), all);
          ends.merge(codes.get(party), 1, Integer::sum);
        }
      }
    }
    // Hardly any changed byte remains undetected.
    assertTrue(ends.getOrDefault(0, 0) <= runs, ends.toString());
    System.out.println(protocol + ": exit codes of " + runs + " runs: " + ends);
  }

  /** Runs two parties, and a dealer if the protocol needs one, with proxies between all of them. */
  private final class Run implements AutoCloseable {
    private static final int PARTIES_PROXY = 0;
    private static final int DEALER_PROXY = 1;

    private final List<TamperingProxy> proxies = new ArrayList<>();
    private final Starter starter;
    private final List<BenchRun> parties = new ArrayList<>();
    private BenchRun dealer;

    /** Records a frame and the proxy that passed it on. */
    record Line(int proxy, TamperingProxy.Frame frame) {}

    Run(Starter starter, String protocol, TamperingProxy.Place place, int proxy, int mask)
        throws Exception {
      this.starter = starter;
      int port = freePort();
      proxies.add(new TamperingProxy(port, proxy == PARTIES_PROXY ? place : null, mask));
      String own = "127.0.0.1:" + port;
      String[] more = {};
      if (protocol.equals("minitrix")) {
        int dealerPort = freePort();
        proxies.add(new TamperingProxy(dealerPort, proxy == DEALER_PROXY ? place : null, mask));
        more = new String[] {"--dealer=127.0.0.1:" + proxies.get(DEALER_PROXY).port()};
        dealer =
            start(
                "dealer",
                protocol,
                own + "," + own,
                "--lanes=2",
                "--listen=127.0.0.1:" + dealerPort);
      }
      String behind = "127.0.0.1:" + proxies.get(PARTIES_PROXY).port();
      for (int party = 1; party <= 2; party++) {
        String[] options = Arrays.copyOf(more, more.length + 2);
        options[more.length] = "--party=" + party;
        options[more.length + 1] = "--input=" + inputs[party - 1];
        parties.add(start("eval", protocol, (party == 1 ? own : behind) + "," + own, options));
      }
    }

    private BenchRun start(String command, String protocol, String peers, String... more)
        throws IOException {
      List<String> line =
          new ArrayList<>(
              List.of(
                  command,
                  "--plaintext",
                  "--protocol=" + protocol,
                  "--circuit=" + circuit,
                  "--inputs=party1,party2",
                  "--outputs=all,all",
                  "--order=number",
                  "--peers=" + peers,
                  "--timeout=3s",
                  "--connect-timeout=10s"));
      line.addAll(Arrays.asList(more));
      return starter.start(line.toArray(String[]::new));
    }

    List<Integer> end() throws Exception {
      List<Integer> codes = new ArrayList<>();
      for (BenchRun party : parties) {
        codes.add(party.exitCode());
      }
      return codes;
    }

    List<String> outputs() {
      return List.of(parties.get(0).out(), parties.get(1).out());
    }

    String said() {
      return parties.get(0).err() + " / " + parties.get(1).err();
    }

    List<Line> lines() {
      List<Line> lines = new ArrayList<>();
      for (int i = 0; i < proxies.size(); i++) {
        for (TamperingProxy.Frame frame : proxies.get(i).frames()) {
          lines.add(new Line(i, frame));
        }
      }
      return lines;
    }

    @Override
    public void close() throws IOException {
      parties.forEach(BenchRun::close);
      if (dealer != null) {
        dealer.close();
      }
      for (TamperingProxy proxy : proxies) {
        proxy.close();
      }
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
