package org.schurmpc.service.work;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.prep.disk.KeyName;
import org.schurmpc.core.prep.ledger.SetUse;
import org.schurmpc.service.config.Artifact;
import org.schurmpc.service.config.JobEntry;
import org.schurmpc.service.config.PortUse;

/**
 * A kept set of a job: one input, one output, or one of each.
 *
 * @param type what its values are
 * @param bits the number of bits of all values together
 */
record SetPort(
    String name, SetUse.Kind kind, String type, int bits, boolean reads, boolean writes) {

  /**
   * Returns the sets of a job, in the order of their names.
   *
   * @throws Refused if the job uses a set twice, with different types, or in several lanes
   */
  static List<SetPort> of(JobEntry job, Artifact artifact) throws Refused {
    SortedMap<String, Artifact.Port> read = named(job, artifact.inputs(), "inputs");
    SortedMap<String, Artifact.Port> written = named(job, artifact.outputs(), "outputs");
    if (!written.isEmpty() && job.lanes() > 1) {
      throw new Refused(
          "job '%s' makes the set '%s', so a run serves one request: its lanes are 1"
              .formatted(job.name(), written.firstKey()));
    }
    List<SetPort> all = new ArrayList<>();
    for (String name : job.sets()) {
      Artifact.Port in = read.get(name);
      Artifact.Port out = written.get(name);
      if (in != null && out != null && !type(in).equals(type(out))) {
        throw new Refused(
            "job '%s' reads the set '%s' as %s, and makes it as %s"
                .formatted(job.name(), name, type(in), type(out)));
      }
      boolean state = job.states().contains(name);
      all.add(
          new SetPort(
              name,
              state ? SetUse.Kind.STATE : SetUse.Kind.TABLE,
              type(in == null ? out : in),
              Math.toIntExact((in == null ? out : in).allBits()),
              in != null,
              out != null));
    }
    return List.copyOf(all);
  }

  private static SortedMap<String, Artifact.Port> named(
      JobEntry job, List<Artifact.Port> ports, String what) throws Refused {
    SortedMap<String, Artifact.Port> named = new TreeMap<>();
    for (Artifact.Port port : ports) {
      if (port.use().kind() == PortUse.Kind.SET
          && named.putIfAbsent(port.use().name(), port) != null) {
        throw new Refused(
            "the %s of job '%s' have the set '%s' twice"
                .formatted(what, job.name(), port.use().name()));
      }
    }
    return named;
  }

  private static String type(Artifact.Port port) {
    String each = port.type().equals("bits") ? port.type() + port.bits() : port.type();
    return port.count() == 1 ? each : each + "[" + port.count() + "]";
  }

  /** Returns the name of the input or output in an evaluation. */
  String place() {
    return new PortUse(PortUse.Kind.SET, name).toString();
  }

  /** Returns whether a job with this port makes a set that is not there. */
  boolean begins(String set) {
    return name.equals(set) && writes && !reads;
  }

  /** Returns how a run uses the set. */
  SetUse use(KeyName key) {
    return new SetUse(name, kind, key, type, bits, reads, writes, Optional.empty());
  }
}
