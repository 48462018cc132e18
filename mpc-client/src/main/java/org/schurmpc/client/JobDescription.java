package org.schurmpc.client;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Describes a job as a party offers it.
 *
 * @param name the name
 * @param kind "circuit" or "program"
 * @param digest the digest of what the job runs, 64 hex digits
 * @param domain "bits", or the name of the field
 * @param inputs all inputs, those of others too, in the job's order
 * @param outputs all outputs
 * @param state "open", "suspended" or "no-stock"; may differ between parties
 */
public record JobDescription(
    String name,
    String kind,
    String digest,
    String domain,
    List<Port> inputs,
    List<Port> outputs,
    String state) {
  static final String PROGRAM = "program";

  /** Maximum number of bits of all inputs of a client, and of its outputs. */
  static final int MOST_BITS = 1 << 24;

  private static final int MOST_PORTS = 4096;
  private static final String NAME = "[A-Za-z0-9_][A-Za-z0-9_.-]{0,63}";

  /** Creates a description with unchangeable lists. */
  public JobDescription {
    inputs = List.copyOf(inputs);
    outputs = List.copyOf(outputs);
  }

  /** Indicates that an answer of a party is not of the form that the interface prescribes. */
  static final class Malformed extends Exception {
    Malformed(String message) {
      super(message);
    }
  }

  /** Reads the jobs of a party's answer. */
  static List<JobDescription> list(JsonNode service) throws Malformed {
    JsonNode jobs = service.path("jobs");
    require(jobs.isArray() && jobs.size() <= MOST_PORTS, "'jobs' is no list");
    List<JobDescription> all = new ArrayList<>();
    for (JsonNode job : jobs) {
      all.add(of(job));
    }
    return all;
  }

  private static JobDescription of(JsonNode job) throws Malformed {
    String name = text(job, "name", NAME);
    String kind = text(job, "kind", "circuit|program");
    String digest = text(job, "digest", "[0-9a-f]{64}");
    String domain = text(job, "domain", "[a-z0-9_]{1,80}");
    List<Port> inputs = ports(job, "inputs", "from");
    List<Port> outputs = ports(job, "outputs", "to");
    String state = text(job, "state", "[a-z-]{1,32}");
    return new JobDescription(name, kind, digest, domain, inputs, outputs, state);
  }

  private static List<Port> ports(JsonNode job, String key, String holder) throws Malformed {
    JsonNode ports = job.path(key);
    require(ports.isArray() && ports.size() <= MOST_PORTS, "'" + key + "' is no list");
    List<Port> all = new ArrayList<>();
    Set<String> names = new HashSet<>();
    long bits = 0;
    for (JsonNode port : ports) {
      Port next = port(port, holder);
      require(names.add(next.name()), "a name is there twice");
      bits += (long) next.bits() * next.count();
      require(bits <= MOST_BITS, "ports have more than %,d bits".formatted(MOST_BITS));
      all.add(next);
    }
    return all;
  }

  /** The type may be followed by the width, and that by the fraction. */
  private static Port port(JsonNode port, String holder) throws Malformed {
    String[] type = text(port, "type", "[a-z]{1,16}( [0-9a-z_]{1,80}){0,2}").split(" ", -1);
    Port.Kind kind = null;
    for (Port.Kind each : Port.Kind.values()) {
      kind = each.name().equals(type[0].toUpperCase(Locale.ROOT)) ? each : kind;
    }
    require(kind != null, "a type is unknown");
    int bits = number(port, "bits");
    int fraction = 0;
    if (kind == Port.Kind.FIXED) {
      require(type.length == 3 && type[2].matches("[0-9]{1,3}"), "a fraction is missing");
      fraction = Integer.parseInt(type[2]);
    }
    require(kind != Port.Kind.BIT || bits == 1, "a bit has one bit");
    return new Port(
        text(port, "name", NAME),
        kind,
        bits,
        fraction,
        number(port, "count"),
        text(port, holder, "[A-Za-z0-9_:.-]{1,80}"));
  }

  private static String text(JsonNode node, String key, String form) throws Malformed {
    JsonNode value = node.path(key);
    require(
        value.isTextual() && value.textValue().matches(form), "'" + key + "' is missing or wrong");
    return value.textValue();
  }

  private static int number(JsonNode node, String key) throws Malformed {
    JsonNode value = node.path(key);
    require(
        value.isIntegralNumber()
            && value.canConvertToInt()
            && value.intValue() >= 1
            && value.intValue() <= MOST_BITS,
        "'" + key + "' is no number in its range");
    return value.intValue();
  }

  private static void require(boolean holds, String what) throws Malformed {
    if (!holds) {
      throw new Malformed(what);
    }
  }

  /** Returns whether the job is a program, whose outputs are not packed. */
  public boolean isProgram() {
    return kind.equals(PROGRAM);
  }

  /** Returns whether both are one job; their states may differ. */
  boolean isSameAs(JobDescription other) {
    return name.equals(other.name)
        && kind.equals(other.kind)
        && digest.equals(other.digest)
        && domain.equals(other.domain)
        && inputs.equals(other.inputs)
        && outputs.equals(other.outputs);
  }

  /**
   * Returns the inputs that the client gives, in the order of their bits: those that it masks, and
   * then those that it gives in the clear.
   */
  public List<Port> ourInputs() {
    return Stream.concat(
            inputs.stream().filter(Port::isOurs), inputs.stream().filter(Port::isPublic))
        .toList();
  }

  /** Returns the outputs that the client receives, in their order. */
  public List<Port> ourOutputs() {
    return outputs.stream().filter(Port::isOurs).toList();
  }

  /** Returns the outputs that a receiver gets, as {@link Port#goesTo} names it, in their order. */
  List<Port> outputsOf(String receiver) {
    return outputs.stream().filter(port -> port.goesTo(receiver)).toList();
  }

  /** Returns the number of bits of the inputs that the client masks. */
  int inputBits() {
    return inputs.stream().filter(Port::isOurs).mapToInt(Port::totalBits).sum();
  }

  /** Returns the number of bits of all inputs that the client gives. */
  int givenBits() {
    return ourInputs().stream().mapToInt(Port::totalBits).sum();
  }

  /**
   * Returns the client's inputs as the text that the hash of an input contains: for each a line
   * with name, kind, bits, fraction and count, and the word "public" if it is in the clear,
   * separated by blanks, without a line end behind the last.
   */
  public String portList() {
    return ourInputs().stream().map(Port::text).collect(Collectors.joining("\n"));
  }
}
