package org.schurmpc.bench.job;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.schurmpc.cli.circuit.CircuitSource;
import org.schurmpc.core.abort.Refused;

/**
 * Lists the block ciphers that SPDZ evaluates by methods of their own (KORSVV17). A method
 * evaluates the function of a circuit of the library, which gives the layout of inputs and outputs.
 */
public enum BlockCipher {
  /** AES-128. */
  AES("aes", "AES-128", "aes_128", "bd rp lt"),
  /** Triple DES with three keys, encrypting, decrypting and encrypting. */
  TRIPLE_DES("3des", "triple DES", "triple_des", "raw pv lt");

  /** The protocol's option for the method. */
  public static final String METHOD = "method";

  /** The method that evaluates the gates of any circuit. */
  private static final String GATES = "gates";

  private static final String EXPANDED = "_expanded";

  /** The method that needs a field with a subfield of 64 elements. */
  private static final String RAW = "raw";

  private static final String RAW_FIELD = "gf2_42";

  private final String label;
  private final String title;
  private final String circuit;
  private final String methods; // with spaces between them

  BlockCipher(String label, String title, String circuit, String methods) {
    this.label = label;
    this.title = title;
    this.circuit = circuit;
    this.methods = methods;
  }

  /**
   * Returns the cipher of a name, such as "3des".
   *
   * @throws Refused if there is none of that name
   */
  public static BlockCipher named(String label) throws Refused {
    return Arrays.stream(values())
        .filter(cipher -> cipher.label.equals(label))
        .findFirst()
        .orElseThrow(() -> new Refused("--cipher is %s, not '%s'".formatted(labels(), label)));
  }

  private static String labels() {
    return Arrays.stream(values()).map(BlockCipher::label).collect(Collectors.joining(" or "));
  }

  /** Returns the name on the command line and in JSON. */
  public String label() {
    return label;
  }

  /** Returns the names of the methods that evaluate this cipher. */
  public List<String> methods() {
    return List.of(methods.split(" ", -1));
  }

  /**
   * Requires a method for this cipher.
   *
   * @param method the method; empty for the gates of a circuit
   * @throws Refused if the method evaluates another cipher
   */
  public void requireMethod(Optional<String> method) throws Refused {
    if (method.isPresent()
        && !methods().contains(method.get())
        && Arrays.stream(values()).anyMatch(other -> other.methods().contains(method.get()))) {
      throw new Refused(
          "--method %s is not for %s, which has %s"
              .formatted(method.get(), label, String.join(", ", methods())));
    }
  }

  /**
   * Returns the circuit whose function is evaluated: with S-boxes as lookups, or with a small AND
   * depth for the method that evaluates gates.
   *
   * @param keySchedule whether the circuit expands the key; else the key is the round keys
   */
  public CircuitSource circuit(boolean keySchedule, Optional<String> method) {
    String suffix = method.orElse(GATES).equals(GATES) ? "_shallow" : "_sbox";
    return new CircuitSource(circuit + (keySchedule ? "" : EXPANDED) + suffix, true);
  }

  /** Returns the field of a method that the protocol's default field does not suit. */
  public static Optional<String> field(String method) {
    return method.equals(RAW) ? Optional.of(RAW_FIELD) : Optional.empty();
  }

  /**
   * Describes an evaluation of a cipher by a method of its own.
   *
   * @param cipher the cipher; empty if the circuit is none of the library's for a cipher
   * @param keySchedule whether the circuit expands the key
   */
  public record Evaluation(String method, Optional<BlockCipher> cipher, boolean keySchedule) {
    /** Returns the description for reports, such as "lt on AES-128, with round keys". */
    @Override
    public String toString() {
      return cipher
          .map(
              each ->
                  "%s on %s, %s"
                      .formatted(
                          method,
                          each.title,
                          keySchedule ? "which expands its key" : "with round keys"))
          .orElse(method);
    }
  }

  /**
   * Returns how a job evaluates a cipher by a method of its own.
   *
   * @param circuit the circuit of the job
   * @param options the options of the protocol
   * @return empty if the job evaluates the gates of its circuit
   */
  public static Optional<Evaluation> evaluation(
      CircuitSource circuit, Map<String, String> options) {
    return Optional.ofNullable(options.get(METHOD))
        .filter(method -> !method.equals(GATES))
        .map(method -> new Evaluation(method, of(circuit), !circuit.name().contains(EXPANDED)));
  }

  private static Optional<BlockCipher> of(CircuitSource source) {
    return source.library()
        ? Arrays.stream(values())
            .filter(cipher -> source.name().startsWith(cipher.circuit))
            .findFirst()
        : Optional.empty();
  }
}
