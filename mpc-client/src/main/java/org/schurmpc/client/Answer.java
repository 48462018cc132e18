package org.schurmpc.client;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The outputs of a request, checked: they are right unless a forgery of 2^-60 has succeeded. */
public final class Answer {
  private final Map<String, Port> ports = new LinkedHashMap<>();
  private final Map<String, List<BigInteger>> numbers = new LinkedHashMap<>();

  private Answer(List<Port> outputs) {
    outputs.forEach(port -> ports.put(port.name(), port));
  }

  /** Returns the answer of a request that has no outputs for the client. */
  static Answer empty() {
    return new Answer(List.of());
  }

  /**
   * Takes the outputs of a circuit from a delivery of packed bits that was accepted.
   *
   * @throws DeliveryRefused in the words of every other refusal, if there are more bits than
   *     outputs
   */
  static Answer ofBits(List<Port> outputs, DeliveryCheck.Delivered delivered)
      throws DeliveryRefused {
    Answer answer = new Answer(outputs);
    int total = outputs.stream().mapToInt(Port::totalBits).sum();
    byte[] bits = InputMasks.bits(delivered, total);
    int at = 0;
    for (Port port : outputs) {
      byte[] own = PortValues.slice(bits, at, port.totalBits());
      answer.numbers.put(port.name(), PortValues.numbers(port, own));
      at += port.totalBits();
    }
    return answer;
  }

  /**
   * Takes the outputs of a program from a delivery of values that was accepted.
   *
   * @throws DeliveryRefused in the words of every other refusal, if a value is not in its range
   */
  static Answer ofElements(List<Port> outputs, DeliveryCheck.Delivered delivered)
      throws DeliveryRefused {
    Answer answer = new Answer(outputs);
    Optional<BigInteger> prime = delivered.expected().domain().elements().prime();
    int at = 0;
    for (Port port : outputs) {
      List<BigInteger> values = new ArrayList<>();
      for (int i = 0; i < port.count(); i++) {
        BigInteger value = delivered.number(at++);
        boolean signed = port.least().signum() < 0;
        if (signed && prime.isPresent() && value.shiftLeft(1).compareTo(prime.get()) > 0) {
          value = value.subtract(prime.get());
        }
        if (port.kind() != Port.Kind.ELEMENT && !port.holds(value)) {
          throw delivered.expected().refused();
        }
        values.add(value);
      }
      answer.numbers.put(port.name(), values);
    }
    return answer;
  }

  /** Returns the names of the outputs. */
  public Set<String> names() {
    return Set.copyOf(ports.keySet());
  }

  /** Returns the outputs, in their order. */
  public List<Port> ports() {
    return List.copyOf(ports.values());
  }

  private Port port(String name) {
    Port port = ports.get(name);
    if (port == null) {
      throw new IllegalArgumentException("there is no output '" + name + "' for this client");
    }
    return port;
  }

  /**
   * Returns an output's values as numbers; of a binary field, the coefficients of polynomials as
   * bits; of a fixed-point output, in units.
   */
  public List<BigInteger> numbers(String name) {
    return List.copyOf(numbers.get(port(name).name()));
  }

  /**
   * Returns an output's bits, each value's least significant bit first, the least significant bit
   * of each byte first, with zeros behind the last.
   */
  public byte[] bits(String name) {
    Port port = port(name);
    BitSet bits = new BitSet(port.totalBits());
    List<BigInteger> values = numbers.get(name);
    for (int i = 0; i < values.size(); i++) {
      for (int bit = 0; bit < port.bits(); bit++) {
        bits.set(i * port.bits() + bit, values.get(i).testBit(bit));
      }
    }
    return Arrays.copyOf(bits.toByteArray(), (port.totalBits() + Byte.SIZE - 1) / Byte.SIZE);
  }

  /** Names the outputs and shows no value. */
  @Override
  public String toString() {
    return "Answer" + ports.keySet();
  }
}
