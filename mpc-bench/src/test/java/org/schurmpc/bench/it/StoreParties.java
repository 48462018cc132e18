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
 * Runs two parties with TinyOT and a store each, on circuits whose material is generated quickly
 * because nearly all of it is input masks.
 */
final class StoreParties {
  /** Number of input bits of a party in the wide circuit. An item of masks holds 64. */
  static final int BITS = 1 << 13;

  static final int MASKS = BITS / 64;

  /** Number of ANDs of the wide circuit, on the lowest wires; all other gates are XORs. */
  private static final int ANDS = 8;

  private static final Pattern LEFT =
      Pattern.compile("left of 'input mask of party 1' +([0-9,]+) of ([0-9,]+),");

  private final Path folder;
  private final List<Path> stores;
  private List<String> starter = List.of();

  /**
   * Creates the parties.
   *
   * @param stores the stores of the parties, which do not exist yet
   */
  StoreParties(Path folder, List<Path> stores) {
    this.folder = folder;
    this.stores = stores;
  }

  /** From now on starts the program by another program. */
  void startBy(List<String> program) {
    starter = program;
  }

  Path store(int party) {
    return stores.get(party - 1);
  }

  /** Configures the wide circuit: ANDs on the lowest wires, XORs on all others. */
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

  /** Configures an XOR of two bits. */
  String narrow(String inputs) throws Exception {
    CircuitBuilder builder = new CircuitBuilder();
    int a = builder.input(1)[0];
    int b = builder.input(1)[0];
    builder.output(builder.xor(a, b));
    Path circuit = folder.resolve("narrow.txt");
    BristolFashion.write(builder.build(), circuit);
    return config(circuit, inputs);
  }

  /** Configures a circuit, at a new port. */
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

  /** Configures a computation, or none, at a new port. */
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
    // The user that runs the program may read the file.
    assertTrue(file.toFile().setReadable(true, false));
    return file.toString();
  }

  BenchJar start(String command, String config, int party, String... more) throws IOException {
    boolean prepares = command.equals("prepare");
    return BenchJar.startBy(starter, prepares, folder, line(command, config, party, more));
  }

  /** Returns the command line of a party. */
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

  /** Prepares at both parties, and returns the output of the first. */
  String prepare(String config, String... more) throws Exception {
    try (BenchJar alice = start("prepare", config, 1, more);
        BenchJar bob = start("prepare", config, 2, more)) {
      alice.expect(0);
      bob.expect(0);
      return alice.out();
    }
  }

  /** Evaluates the wide circuit on random inputs, and checks the results of both parties. */
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

  /** Starts a party's evaluation on these lines of input. */
  BenchJar eval(String config, int party, List<String> lines) throws IOException {
    return start("eval", config, party, "--input", input(lines));
  }

  /** Writes the lines to a file. */
  String input(List<String> lines) throws IOException {
    Path input = Files.createTempFile(folder, "input", ".txt");
    Files.write(input, lines);
    assertTrue(input.toFile().setReadable(true, false));
    return input.toString();
  }

  /** Returns the output of 'prep info' on a party's store. */
  String info(int party) throws Exception {
    try (BenchJar info =
        BenchJar.startBy(starter, false, folder, "prep", "info", store(party).toString())) {
      return info.expect(0).out();
    }
  }

  /**
   * Returns, for each batch of a party's store, the number of evaluations of the wide circuit for
   * which there are masks.
   */
  List<Long> evaluations(int party) throws Exception {
    List<Long> evaluations = new ArrayList<>();
    Matcher left = LEFT.matcher(info(party));
    while (left.find()) {
      evaluations.add(Long.parseLong(left.group(1).replace(",", "")) / MASKS);
    }
    return evaluations;
  }
}
