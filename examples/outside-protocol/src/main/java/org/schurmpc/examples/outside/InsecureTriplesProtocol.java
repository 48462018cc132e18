package org.schurmpc.examples.outside;

import java.util.List;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.eval.ConfiguredProtocol;
import org.schurmpc.core.eval.Protocol;
import org.schurmpc.core.eval.ProtocolOption;
import org.schurmpc.core.eval.ProtocolOptions;

/** Evaluates with XOR shares and dealt triples between two parties, with passive security. */
public final class InsecureTriplesProtocol implements Protocol {
  static final String NAME = "insecure-triples";

  private static final ProtocolOption AT_ONCE =
      ProtocolOption.number("at-once", 1, 4096, 64, "instances that are evaluated at once");

  /** Called by {@link java.util.ServiceLoader}. */
  public InsecureTriplesProtocol() {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String description() {
    return "XOR shares and dealt triples, two parties, passive security: INSECURE, an example";
  }

  @Override
  public List<ProtocolOption> options() {
    return List.of(AT_ONCE);
  }

  @Override
  public ConfiguredProtocol configure(ProtocolOptions options) throws Refused {
    options.requireTwoParties(NAME);
    options.requireOnly(this);
    return new InsecureTriples(AT_ONCE.numberOf(NAME, options));
  }
}
