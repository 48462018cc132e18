package org.schurmpc.spark;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.io.BristolFashion;
import org.schurmpc.core.circuit.io.CircuitReader;
import org.schurmpc.core.eval.InputSource;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.eval.OutputTarget;
import org.schurmpc.core.eval.ProtocolOptions;
import org.schurmpc.core.run.Computation;

/**
 * What each row goes through: a circuit, who supplies and who learns its values, and the protocol.
 * Sent to all executors, each of which makes a {@link Computation.Plan} of it.
 */
public final class JobPlan implements Serializable {
  private static final int EVERYBODY = -1;
  private static final int SHARED = -2;

  private final String protocol;
  private final byte[] circuit; // in Bristol Fashion
  private final List<Integer> sources = new ArrayList<>();
  private final List<Integer> targets = new ArrayList<>();
  private final TreeMap<String, String> options;

  private JobPlan(String protocol, Circuit circuit, IoMap io, Map<String, String> options)
      throws Refused {
    if (io.keeps()) {
      throw new Refused("jobs on tables keep no values: they have private and public columns");
    }
    this.protocol = protocol;
    this.circuit = written(circuit);
    for (InputSource source : io.inputs()) {
      sources.add(
          source instanceof InputSource.Private p
              ? p.party()
              : source instanceof InputSource.Public ? EVERYBODY : SHARED);
    }
    for (OutputTarget target : io.outputs()) {
      targets.add(target instanceof OutputTarget.Only only ? only.party() : EVERYBODY);
    }
    this.options = new TreeMap<>(options);
  }

  /**
   * Describes the evaluation of one row.
   *
   * @param protocol a protocol of two parties with preprocessing of its own, for example "tinyot";
   *     its artifact has to be on the class path of drivers and executors
   * @param options the protocol's own options, the same at both parties where they have to agree
   * @throws Refused as {@link Computation#plan}
   */
  public static JobPlan of(String protocol, Circuit circuit, IoMap io, Map<String, String> options)
      throws Refused {
    io.requireFits(circuit, MpcJob.PARTIES);
    Computation.plan(protocol, circuit, io, new ProtocolOptions(1, options)).ofOwnMaterial();
    return new JobPlan(protocol, circuit, io, options);
  }

  private static byte[] written(Circuit circuit) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      BristolFashion.write(circuit, out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  /** Returns the circuit. */
  Circuit circuit() throws MpcException {
    return CircuitReader.read(new ByteArrayInputStream(circuit), "the job's circuit");
  }

  /** Returns who supplies and who learns the values. */
  IoMap io() {
    List<InputSource> inputs = new ArrayList<>();
    for (int source : sources) {
      inputs.add(
          source == SHARED
              ? new InputSource.Shared()
              : source == EVERYBODY ? new InputSource.Public() : new InputSource.Private(source));
    }
    List<OutputTarget> outputs = new ArrayList<>();
    for (int target : targets) {
      outputs.add(target == EVERYBODY ? new OutputTarget.All() : new OutputTarget.Only(target));
    }
    return new IoMap(inputs, outputs);
  }

  /** Returns the plan for as many rows at once. */
  Computation.Plan plan(int rows) throws MpcException {
    return Computation.plan(protocol, circuit(), io(), new ProtocolOptions(rows, options))
        .ofOwnMaterial();
  }

  /** Returns the terms on which both parties have to agree, by name. */
  SortedMap<String, String> terms() throws MpcException {
    Computation.Plan plan = plan(1);
    TreeMap<String, String> terms = new TreeMap<>();
    terms.put("protocol", protocol);
    terms.put("circuit", BristolFashion.hexDigest(plan.circuit().circuit()));
    terms.put("input/output map", plan.io().describe());
    terms.put("sigma", Integer.toString(plan.protocol().sigma()));
    return terms;
  }
}
