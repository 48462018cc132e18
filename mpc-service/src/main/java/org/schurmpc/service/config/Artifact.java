package org.schurmpc.service.config;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.schurmpc.cli.circuit.CircuitSource;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.Disagreement;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.io.BristolFashion;
import org.schurmpc.core.eval.ProtocolOption;
import org.schurmpc.core.eval.Protocols;
import org.schurmpc.core.program.CompiledProgram;
import org.schurmpc.core.program.ProgramLanguages;
import org.schurmpc.core.program.ProgramPort;

/**
 * Describes what a job runs, computed from what is on disk and not from what the configuration
 * says.
 *
 * @param digest the digest, 64 hex digits
 * @param domain "bits", or the field's name
 * @param inputs the inputs, in order
 * @param outputs the outputs, in order
 */
public record Artifact(String digest, String domain, List<Port> inputs, List<Port> outputs) {
  /**
   * Describes a list of values of one type.
   *
   * @param type "bits" for circuits, else what the program says
   * @param bits number of bits of a value
   * @param count number of values
   * @param use who gives or receives them
   */
  public record Port(String name, String type, int bits, int count, PortUse use) {
    /** Returns the number of bits of all values together. */
    public long allBits() {
      return (long) bits * count;
    }

    /** Returns whether a table of a party gives or takes the values. */
    public boolean isOfTable() {
      return !use.table().isEmpty();
    }

    /** Returns the kind, such as "bits" or "fixed", and for "fixed" the number after the point. */
    private String text() {
      String[] words = type.split(" ", -1);
      String fraction = words[0].equals("fixed") && words.length == 3 ? words[2] : "0";
      return "%s %s %d %s %d".formatted(name, words[0], bits, fraction, count);
    }
  }

  public Artifact {
    inputs = List.copyOf(inputs);
    outputs = List.copyOf(outputs);
  }

  /**
   * Reads the circuit or program of a job.
   *
   * @throws BadFile if it cannot be read
   * @throws Disagreement if its digest, or its number of inputs or outputs, is not the one of the
   *     configuration
   */
  public static Artifact of(JobEntry job, Stock stock) throws MpcException {
    Artifact found =
        job.program().isPresent()
            ? ofProgram(job, ProgramLanguages.only().read(job.program().get()))
            : ofCircuit(job, CircuitSource.named(job.circuit().orElseThrow()).read(), stock);
    requireDigest(job, found.digest);
    return found;
  }

  private static void requireDigest(JobEntry job, String found) throws Disagreement {
    if (!found.equals(job.digest())) {
      throw new Disagreement(
          "The digest of what job '%s' would run is %s, and its configuration says %s."
              .formatted(job.name(), found, job.digest()));
    }
  }

  private static Artifact ofCircuit(JobEntry job, Circuit circuit, Stock stock)
      throws Disagreement {
    return new Artifact(
        BristolFashion.hexDigest(circuit),
        domain(stock),
        ports(job, circuit.inputSizes(), job.inputs(), job.inputNames(), "input"),
        ports(job, circuit.outputSizes(), job.outputs(), job.outputNames(), "output"));
  }

  private static List<Port> ports(
      JobEntry job, int[] sizes, List<PortUse> uses, List<String> names, String what)
      throws Disagreement {
    requireCount(job, sizes.length, uses.size(), what);
    List<Port> ports = new ArrayList<>();
    for (int i = 0; i < sizes.length; i++) {
      String name = names.isEmpty() ? what + (i + 1) : names.get(i);
      ports.add(new Port(name, "bits", sizes[i], 1, uses.get(i)));
    }
    return ports;
  }

  private static void requireCount(JobEntry job, int found, int configured, String what)
      throws Disagreement {
    if (found != configured) {
      throw new Disagreement(
          "What job '%s' runs has %d %ss, and its configuration says %d."
              .formatted(job.name(), found, what, configured));
    }
  }

  /** Returns over what circuits are evaluated with a stock: "bits", or a field's name. */
  public static String domain(Stock stock) {
    List<ProtocolOption> options =
        Protocols.all().stream()
            .filter(each -> each.name().equals(stock.protocol()))
            .flatMap(each -> each.options().stream())
            .filter(option -> option.name().equals("field"))
            .toList();
    return options.isEmpty()
        ? "bits"
        : stock.options().getOrDefault("field", options.get(0).otherwise().orElse(""));
  }

  private static Artifact ofProgram(JobEntry job, CompiledProgram program) throws Disagreement {
    return new Artifact(
        program.digest(),
        program.fields().get(0),
        ports(job, program.inputs(), job.inputs(), "input"),
        ports(job, program.outputs(), job.outputs(), "output"));
  }

  private static List<Port> ports(
      JobEntry job, List<ProgramPort> found, List<PortUse> configured, String what)
      throws Disagreement {
    List<PortUse> uses = uses(found, configured);
    requireCount(job, found.size(), uses.size(), what);
    List<Port> ports = new ArrayList<>();
    for (int i = 0; i < found.size(); i++) {
      ProgramPort port = found.get(i);
      if (!uses.get(i).takes(port.name())) {
        throw new Disagreement(
            "The %s '%s' of job '%s' stands where its configuration says '%s'."
                .formatted(what, port.name(), job.name(), uses.get(i)));
      }
      BigInteger width = port.most().subtract(port.least());
      boolean all = uses.get(i).kind() == PortUse.Kind.CLIENTS; // each client gets all of it
      PortUse use = all ? new PortUse(PortUse.Kind.CLIENT, "") : uses.get(i);
      int count = all ? port.count() : atPlace(job, port, use);
      ports.add(new Port(port.name(), port.type(), width.bitLength(), count, use));
    }
    return ports;
  }

  /**
   * Returns the uses of a program's ports: that of a table for each port that is named after it.
   */
  public static List<PortUse> uses(List<ProgramPort> found, List<PortUse> configured) {
    List<PortUse> uses = new ArrayList<>();
    for (PortUse use : configured) {
      uses.add(use);
      while (!use.table().isEmpty()
          && uses.size() < found.size()
          && use.takes(found.get(uses.size()).name())) {
        uses.add(use);
      }
    }
    return uses;
  }

  /** Returns the number of values that a client gives or receives of a port. */
  private static int atPlace(JobEntry job, ProgramPort port, PortUse use) throws Disagreement {
    boolean ofClients =
        switch (use.kind()) {
          case CLIENT, PUBLIC, PRESENT -> true;
          default -> false;
        };
    int places = ofClients ? job.places() : 1;
    if (port.count() % places != 0) {
      throw new Disagreement(
          "'%s' of job '%s' has %d values, which are not as many for each of %d places"
              .formatted(port.name(), job.name(), port.count(), places));
    }
    return port.count() / places;
  }

  /** Returns the inputs that the requesting client gives, in order. */
  public List<Port> clientInputs() {
    return inputs.stream().filter(port -> port.use().kind() == PortUse.Kind.CLIENT).toList();
  }

  /** Returns the number of bits that the requesting client gives. */
  public long clientBits() {
    return clientInputs().stream().mapToLong(Port::allBits).sum();
  }

  /** Returns the inputs that the requesting client gives in the clear, in order. */
  public List<Port> publicInputs() {
    return inputs.stream().filter(port -> port.use().kind() == PortUse.Kind.PUBLIC).toList();
  }

  /** Returns the number of bits that the requesting client gives in the clear. */
  public long publicBits() {
    return publicInputs().stream().mapToLong(Port::allBits).sum();
  }

  /** Returns the number of bits that the requesting client sends: masked ones, then clear ones. */
  public long givenBits() {
    return Math.addExact(clientBits(), publicBits());
  }

  /**
   * Returns the client's inputs as a text, over which the hash of an input goes: for each a line
   * with name, kind, bits, fraction and count, and the word "public" if the client gives it in the
   * clear, without a line end behind the last. Clients compute the same.
   */
  public String portList() {
    return Stream.concat(clientInputs().stream(), publicInputs().stream())
        .map(port -> port.text() + (port.use().kind() == PortUse.Kind.PUBLIC ? " public" : ""))
        .collect(Collectors.joining("\n"));
  }
}
