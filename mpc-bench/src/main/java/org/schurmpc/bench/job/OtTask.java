package org.schurmpc.bench.job;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.eval.ConfiguredProtocol;

/**
 * Generates correlations of two parties: OTs, or values of VOLE.
 *
 * @param count the number of correlations in a run
 * @param k the trade-off of the extension of OTs: 128/k - 1 bits are sent for each OT, and the work
 *     grows as 2^k/k
 * @param kind what is generated, and how
 * @param field the name of the field of a VOLE; empty for OTs
 */
public record OtTask(long count, int k, Kind kind, String field, Schedule schedule, Line line)
    implements GenerationTask {
  /** Lists correlations by what makes them. */
  public enum Kind {
    /** OTs by extension, with party 1 as the sender. */
    SOFTSPOKEN,
    /** OTs from LPN, half of them in each direction. */
    SILENT,
    /** VOLE from LPN, half of the values in each direction. */
    VOLE,
    /** VOLE from OTs, half of the values in each direction, without a check. */
    COPE;

    /** Returns whether values are elements of a field. */
    public boolean hasField() {
      return this == VOLE || this == COPE;
    }
  }

  /**
   * Returns the protocol whose products the values of a VOLE are.
   *
   * @throws Refused if there is no such field
   */
  public ConfiguredProtocol products() throws Refused {
    String source = kind == Kind.VOLE ? "auto" : "ot";
    Map<String, String> options =
        Map.of("field", field, "correlations", source, "ot-k", Integer.toString(k));
    return new ProtocolChoice("mascot", options).configured();
  }

  @Override
  public int parties() {
    return 2;
  }

  @Override
  public String items() {
    return kind.hasField() ? "VOLEs over " + field : "correlated OTs";
  }

  @Override
  public Map<String, Object> parameters() {
    Map<String, Object> parameters = new LinkedHashMap<>();
    parameters.put("k", k);
    if (kind != Kind.SOFTSPOKEN) {
      parameters.put("source", kind.name().toLowerCase(Locale.ROOT));
    }
    if (kind.hasField()) {
      parameters.put("field", field);
    }
    return parameters;
  }
}
