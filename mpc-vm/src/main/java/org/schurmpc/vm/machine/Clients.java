package org.schurmpc.vm.machine;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.agree.PublicValue;
import org.schurmpc.core.crypto.FieldHash;
import org.schurmpc.core.deliver.DeliveryRules;
import org.schurmpc.core.eval.DeliveryOrder;
import org.schurmpc.core.eval.KeptInputs;
import org.schurmpc.core.program.ClientPorts;
import org.schurmpc.core.session.Session;
import org.schurmpc.vm.code.Counts;
import org.schurmpc.vm.code.Port;
import org.schurmpc.vm.code.Program;
import org.schurmpc.vm.code.ValueType;
import org.schurmpc.vm.verify.VerifiedProgram;

/** The ports of a program that belong to clients in a run, and what the run has for them. */
public final class Clients {
  /** No port belongs to a client. */
  public static final Clients NONE = new Clients();

  private final VerifiedProgram verified; // null if there are no ports of clients
  private final ClientPorts ports;
  private final TreeMap<String, Integer> bits = new TreeMap<>();

  /** By input port: its set, or null; and the place of its first bit there. */
  private final String[] sets;

  private final int[] firsts;

  /** By set of outputs, the ports. */
  private final TreeMap<String, int[]> delivered = new TreeMap<>();

  private final KeptInputs kept;
  private final List<DeliveryOrder> orders;

  private Clients() {
    this.verified = null;
    this.ports = new ClientPorts(Collections.emptySortedMap(), Collections.emptySortedMap());
    this.sets = new String[0];
    this.firsts = new int[0];
    this.kept = new KeptInputs();
    this.orders = List.of();
  }

  /**
   * Creates the ports of clients.
   *
   * @throws Refused if a port is not there, or cannot be a client's
   */
  public Clients(VerifiedProgram verified, ClientPorts ports) throws Refused {
    this(verified, ports, new KeptInputs(), List.of());
  }

  private Clients(
      VerifiedProgram verified, ClientPorts ports, KeptInputs kept, List<DeliveryOrder> orders)
      throws Refused {
    ports.requireSound();
    Program program = verified.program();
    this.verified = verified;
    this.ports = ports;
    this.kept = kept;
    this.orders = List.copyOf(orders);
    this.sets = new String[program.inputs().size()];
    this.firsts = new int[sets.length];
    for (var set : ports.inputs().entrySet()) {
      int at = 0;
      int field = -1;
      for (String name : set.getValue()) {
        int port = index(program, program.inputs(), name);
        field = requireInput(program, program.inputs().get(port), field);
        sets[port] = set.getKey();
        firsts[port] = at;
        Port of = program.inputs().get(port);
        at = Math.addExact(at, Math.multiplyExact(of.width(), atPlace(of)));
      }
      bits.put(set.getKey(), at);
    }
    for (var set : ports.outputs().entrySet()) {
      int field = -1;
      int[] all = new int[set.getValue().size()];
      for (int i = 0; i < all.length; i++) {
        all[i] = index(program, program.outputs(), set.getValue().get(i));
        field = requireOutput(program, all[i], field);
        if (ports.own().contains(set.getValue().get(i))) {
          atPlace(program.outputs().get(all[i]));
        }
      }
      delivered.put(set.getKey(), all);
    }
  }

  /** Returns the number of values of a port at each place. */
  private int atPlace(Port port) throws Refused {
    if (port.count() % ports.places() != 0) {
      throw new Refused(
          "%s has %d values, which are not as many for each of %d places"
              .formatted(port.name(), port.count(), ports.places()));
    }
    return port.count() / ports.places();
  }

  private static int index(Program program, List<Port> ports, String name) throws Refused {
    for (int i = 0; i < ports.size(); i++) {
      if (ports.get(i).name().equals(name)) {
        return i;
      }
    }
    throw new Refused("the program %s has no port %s".formatted(program.name(), name));
  }

  private static int requireInput(Program program, Port port, int field) throws Refused {
    if (port.type() == ValueType.ELEMENT) {
      throw new Refused(
          "the input %s has no width: a client's input is of bits".formatted(port.name()));
    }
    return requireField(program, port, field);
  }

  private int requireOutput(Program program, int index, int field) throws Refused {
    Port port = program.outputs().get(index);
    if (verified.clearOutput(index)) {
      throw new Refused(
          "all parties know the output %s, so it is delivered to nobody".formatted(port.name()));
    }
    return requireField(program, port, field);
  }

  private static int requireField(Program program, Port port, int field) throws Refused {
    if (port.field() == program.bitField()) {
      throw new Refused(
          "%s has bits in TinyOT, which clients neither give nor receive: compile the program with"
                  .formatted(port.name())
              + " bits in its field, or input a table with overField()");
    }
    if (field >= 0 && field != port.field()) {
      throw new Refused(
          "%s is over another field than the client's port before".formatted(port.name()));
    }
    return port.field();
  }

  /**
   * Returns these ports with what a run has for them.
   *
   * @throws IllegalArgumentException if the bits or orders do not fit
   */
  public Clients with(KeptInputs inputs, List<DeliveryOrder> wanted) throws Refused {
    inputs.requireFit(bits, places());
    Set<String> ordered = new HashSet<>();
    Set<Long> numbers = new HashSet<>();
    for (DeliveryOrder order : wanted) {
      boolean there = order.lane() >= 0 && order.lane() < places();
      there &= delivered.containsKey(order.set());
      String once = order.lane() + " " + order.set();
      if (!there || !ordered.add(once) || !numbers.add(order.number())) {
        throw new IllegalArgumentException("a delivery does not fit this program: " + order);
      }
    }
    return new Clients(verified, ports, inputs, wanted);
  }

  /** Returns the number of places; 1 if there are none. */
  public int places() {
    return ports.places();
  }

  /** Returns the number of bits of each set of inputs, at a place. */
  public SortedMap<String, Integer> bits() {
    return Collections.unmodifiableSortedMap(bits);
  }

  /** Returns a text for the handshake. */
  public String describe() {
    return ports.describe();
  }

  public KeptInputs kept() {
    return kept;
  }

  List<DeliveryOrder> orders() {
    return orders;
  }

  /** Whether an input port belongs to a client. */
  public boolean gives(int port) {
    return port < sets.length && sets[port] != null;
  }

  /** Returns the kept bits of an input port of a place's client; empty for zeros. */
  public Optional<KeptInputs.Entry> entry(int port, int place) {
    return kept.of(sets[port], place);
  }

  /** Returns where a port's first bit is among the kept bits of a place. */
  public int firstBit(int port) {
    return firsts[port];
  }

  /** Whether an output port belongs to a client, and is not opened. */
  boolean takes(int port) {
    return delivered.values().stream()
        .anyMatch(each -> Arrays.stream(each).anyMatch(one -> one == port));
  }

  /** Some values of an output port. */
  record Slice(int port, int first, int count) {}

  /** Returns the values of a delivery. */
  List<Slice> slices(DeliveryOrder order) {
    List<Slice> slices = new ArrayList<>();
    for (int port : delivered.get(order.set())) {
      Port of = verified.program().outputs().get(port);
      boolean own = ports.own().contains(of.name());
      int count = own ? of.count() / places() : of.count();
      slices.add(new Slice(port, own ? order.lane() * count : 0, count));
    }
    return slices;
  }

  /** Returns the number of the field of a delivery. */
  int field(DeliveryOrder order) {
    return field(delivered.get(order.set()));
  }

  private int field(int[] outputs) {
    return verified.program().outputs().get(outputs[0]).field();
  }

  /**
   * Returns the items that outputs consume, by field: masks of those that one party receives, and
   * of each party for each delivery, to all places.
   */
  Counts[] outputDemand(VerifiedProgram of) {
    Counts[] demand = of.outputDemand();
    if (verified == null) {
      return demand;
    }
    Program program = of.program();
    for (int f = 0; f < demand.length; f++) {
      long[] masks = demand[f].inputs().clone();
      for (int i = 0; i < program.outputs().size(); i++) {
        Port port = program.outputs().get(i);
        if (port.field() == f && port.party() != Port.ALL && takes(i)) {
          masks[port.party()] -= port.count();
        }
      }
      for (int[] each : delivered.values()) {
        if (field(each) == f) {
          int c = DeliveryRules.combinations(program.fields().get(f).field());
          Arrays.setAll(masks, party -> masks[party] + (long) c * places());
        }
      }
      demand[f] = Counts.known(masks, demand[f].ownBits());
    }
    return demand;
  }

  /**
   * Compares what parties have of clients before any of it is used.
   *
   * @throws org.schurmpc.core.abort.Disagreement if the parties' kept bits, the clients' public
   *     bits or the deliveries differ
   */
  public void compare(Session session) throws MpcException {
    if (verified == null) {
      return;
    }
    FieldHash hash = new FieldHash("deliveries");
    orders.forEach(order -> hash.add(order.number()).add(order.set()).add(order.lane()));
    TreeMap<String, byte[]> digests = new TreeMap<>();
    digests.put("the kept inputs", kept.digest());
    digests.put("the deliveries", hash.digest());
    PublicValue.requireEqual(session, digests);
  }

  /** Returns the input ports of clients. */
  public List<Integer> inputPorts() {
    List<Integer> all = new ArrayList<>();
    for (int port = 0; port < sets.length; port++) {
      if (gives(port)) {
        all.add(port);
      }
    }
    return all;
  }
}
