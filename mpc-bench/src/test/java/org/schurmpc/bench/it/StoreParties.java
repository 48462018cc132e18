package org.schurmpc.bench.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.schurmpc.core.circuit.CircuitBuilder;
import org.schurmpc.core.circuit.io.BristolFashion;

/**
 * Two parties with TinyOT, each with a store of its own, and circuits whose material is made fast:
 * it is nearly all input masks.
 */
final class StoreParties {
  /** The input bits of a party in the wide circuit; items of masks hold 64. */
  static final int BITS = 1 << 13;

  static final int MASKS = BITS / 64;

  /** Of the wide circuit, on the lowest wires; all other wires are XORs. */
  private static final int ANDS = 8;

  private static final Pattern LEFT =
      Pattern.compile("left of 'input mask of party 1' +([0-9,]+) of ([0-9,]+),");

  private final Path folder;
  private final List<Path> stores;
  private List<String> starter = List.of();

  /**
   * @param stores of the parties; not there yet
   */
  StoreParties(Path folder, List<Path> stores) {
    this.folder = folder;
    this.stores = stores;
  }

  /** The program is started by another one from here on. */
  void startBy(List<String> program) {
    starter = program;
  }

  Path store(int party) {
    return stores.get(party - 1);
  }

  /** Configures them for the wide circuit: ANDs on the lowest wires, XORs on all others. */
  String wide() throws Exception {
    CircuitBuilder builder = new CircuitBuilder();
    int[] a = builder.input(BITS);
    int[] b = builder.input(BITS);
    int[] out = new int[BITS];
    for (int i = 0; i < BITS; i++) {
      out[i] = i < ANDS ? builder.and(a[i], b[i]) : builder.xor(a[i], b[i]);
    }
    builder.output(out);
    Path circuit = folder.resolve("wide.txt");
    BristolFashion.write(builder.build(), circuit);
    return config(circuit, "\"party1\", \"party2\"");
  }

  /** Configures them for an XOR of two bits. */
  String narrow(String inputs) throws Exception {
    CircuitBuilder builder = new CircuitBuilder();
    int a = builder.input(1)[0];
    int b = builder.input(1)[0];
    builder.output(builder.xor(a, b));
    Path circuit = folder.resolve("narrow.txt");
    BristolFashion.write(builder.build(), circuit);
    return config(circuit, inputs);
  }

  /** Configures them at a port of their own. */
  String config(Path circuit, String inputs) throws IOException {
    String text =
        """
        circuit = "%s"
        inputs = [%s]
        outputs = ["all"]
        """
            .formatted(circuit, inputs);
    return config(text);
  }

  /** Configures them at a port of their own, for a computation or for none. */
  String config(String computation) throws IOException {
    int port;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
    String text =
        """
        protocol = "tinyot"
        %soptions = { sigma = 40 }
        [[party]]
        address = "127.0.0.1:%d"
        [[party]]
        """
            .formatted(computation, port);
    Path file = Files.createTempFile(folder, "job", ".toml");
    Files.writeString(file, text);
    // Whoever runs the program may read it.
    assertTrue(file.toFile().setReadable(true, false));
    return file.toString();
  }

  BenchJar start(String command, String config, int party, String... more) throws IOException {
    boolean prepares = command.equals("prepare");
    return BenchJar.startBy(starter, prepares, folder, line(command, config, party, more));
  }

  /** The command line of a party. */
  String[] line(String command, String config, int party, String... more) {
    List<String> args = new ArrayList<>(List.of(command, "--config", config, "--plaintext"));
    args.addAll(List.of("--party", Integer.toString(party), "--connect-timeout", "60s"));
    if (command.equals("prepare")) {
      args.addAll(List.of("--store", store(party).toString()));
    } else {
      args.addAll(List.of("--preprocessing", "store:" + store(party)));
    }
    args.addAll(List.of(more));
    return args.toArray(String[]::new);
  }

  /** Both prepare; returns what the first one says. */
  String prepare(String config, String... more) throws Exception {
    try (BenchJar alice = start("prepare", config, 1, more);
        BenchJar bob = start("prepare", config, 2, more)) {
      alice.expect(0);
      bob.expect(0);
      return alice.out();
    }
  }

  /** An evaluation of the wide circuit on random inputs, with the results of both. */
  void requireWide(String config, long seed) throws Exception {
    Random random = new Random(seed);
    BigInteger a = new BigInteger(BITS, random);
    BigInteger b = new BigInteger(BITS, random);
    BigInteger ands = BigInteger.ONE.shiftLeft(ANDS).subtract(BigInteger.ONE);
    BigInteger right = a.and(b).and(ands).or(a.xor(b).andNot(ands));
    try (BenchJar alice = eval(config, 1, List.of(hex(a)));
        BenchJar bob = eval(config, 2, List.of(hex(b)))) {
      alice.expect(0);
      bob.expect(0);
      assertEquals(hex(right) + "\n", alice.out());
      assertEquals(hex(right) + "\n", bob.out());
    }
  }

  private static String hex(BigInteger value) {
    return ("%0" + BITS / 4 + "x").formatted(value);
  }

  /** A party's evaluation on these lines. */
  BenchJar eval(String config, int party, List<String> lines) throws IOException {
    return start("eval", config, party, "--input", input(lines));
  }

  /** A file with these lines. */
  String input(List<String> lines) throws IOException {
    Path input = Files.createTempFile(folder, "input", ".txt");
    Files.write(input, lines);
    assertTrue(input.toFile().setReadable(true, false));
    return input.toString();
  }

  /** What 'prep info' says of a party's store. */
  String info(int party) throws Exception {
    try (BenchJar info =
        BenchJar.startBy(starter, false, folder, "prep", "info", store(party).toString())) {
      return info.expect(0).out();
    }
  }

  /** Evaluations of the wide circuit for which there are masks in each batch of a party's store. */
  List<Long> evaluations(int party) throws Exception {
    List<Long> evaluations = new ArrayList<>();
    Matcher left = LEFT.matcher(info(party));
    while (left.find()) {
      evaluations.add(Long.parseLong(left.group(1).replace(",", "")) / MASKS);
    }
    return evaluations;
  }
}
