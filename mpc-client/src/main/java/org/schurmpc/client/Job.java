package org.schurmpc.client;

import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * A job with inputs that have been given so far. Inputs are read when the job is submitted, and
 * kept until its request has an answer.
 */
public final class Job {
  /** Number of identifiers that are tried if the number of a delivery is taken at a party. */
  private static final int MOST_TRIES = 3;

  private final MpcClient client;
  private final String name;
  private final Map<String, Values> inputs = new LinkedHashMap<>();

  /** Writes values for a port. */
  private interface Values {
    BitSet bits(Port port) throws BadInput;
  }

  Job(MpcClient client, String name) {
    this.client = client;
    this.name = name;
  }

  private Job put(String input, Values values) {
    if (inputs.put(input, values) != null) {
      throw new IllegalArgumentException("input " + input + " has values already");
    }
    return this;
  }

  /** Gives an input its numbers, one for each value; of a fixed-point input, in units. */
  public Job input(String input, BigInteger... values) {
    return put(input, port -> PortValues.ofNumbers(port, values));
  }

  /** Gives an input its numbers, one for each value; of a fixed-point input, in units. */
  public Job input(String input, long... values) {
    return input(
        input, Arrays.stream(values).mapToObj(BigInteger::valueOf).toArray(BigInteger[]::new));
  }

  /** Gives an input its bits, each value's least significant bit first. */
  public Job input(String input, boolean[] bits) {
    return put(input, port -> PortValues.ofBits(port, bits));
  }

  /**
   * Gives an input its bits, each value's least significant bit first, the least significant bit of
   * each byte first, with zeros behind the last.
   */
  public Job inputBytes(String input, byte[] bits) {
    return put(input, port -> PortValues.ofBytes(port, bits));
  }

  /** Gives an input its bits as one number in hex, the most significant digit first. */
  public Job inputHex(String input, String digits) {
    return put(input, port -> PortValues.ofHex(port, digits));
  }

  /** Submits the job as a new request, under an identifier of its own. */
  public Request submit() throws ClientException, InterruptedException {
    return submit(Duration.ZERO);
  }

  /**
   * Submits the job as a new request, under an identifier of its own.
   *
   * @param wait as in {@link #submit(UUID, Duration)}
   */
  public Request submit(Duration wait) throws ClientException, InterruptedException {
    for (int tries = 1; ; tries++) {
      try {
        return submit(UUID.randomUUID(), wait);
      } catch (RequestFailed e) {
        if (!e.code().equals(RequestFailed.NUMBER_TAKEN) || tries == MOST_TRIES) {
          throw e;
        }
      }
    }
  }

  /**
   * Submits the job: when the method returns, all parties have accepted the inputs, and the request
   * ends in a result or in a failure with a reason. A request that was cut off is continued under
   * its identifier, with the same inputs.
   *
   * @param id the identifier; one that was never used, or that of the request that is continued
   * @throws BadInput if the inputs do not fit the job, or are not those with which the request was
   *     begun
   */
  public Request submit(UUID id) throws ClientException, InterruptedException {
    return submit(id, Duration.ZERO);
  }

  /**
   * Submits the job as {@link #submit(UUID)}, and asks the parties to answer its inputs with the
   * result if there is one soon: {@link Request#await} then needs no further call. The method
   * returns as late as the last answer, and a refusal by one party as late as well. A job without
   * inputs of this client is submitted without waiting.
   *
   * @param wait the time that the parties may take for it, of which they take ten seconds at most
   */
  public Request submit(UUID id, Duration wait) throws ClientException, InterruptedException {
    JobDescription job = client.describe(name);
    byte[] bits = bits(job);
    Request request = new Request(client, job, bits);
    request.submit(id, wait);
    return request;
  }

  private byte[] bits(JobDescription job) throws BadInput {
    List<Port> ports = job.ourInputs();
    for (String input : inputs.keySet()) {
      if (ports.stream().noneMatch(port -> port.name().equals(input))) {
        throw new BadInput("job %s has no input '%s' of this client".formatted(name, input));
      }
    }
    List<BitSet> values = new ArrayList<>();
    for (Port port : ports) {
      if (!inputs.containsKey(port.name())) {
        throw new BadInput("input %s has no values".formatted(port.name()));
      }
      if (port.kind() == Port.Kind.ELEMENT) {
        throw new BadInput(
            "input %s takes elements without a range, which clients cannot give"
                .formatted(port.name()));
      }
      values.add(inputs.get(port.name()).bits(port));
    }
    return PortValues.pack(ports, values, job.givenBits());
  }
}
