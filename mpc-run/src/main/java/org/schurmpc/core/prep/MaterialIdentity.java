package org.schurmpc.core.prep;

import java.util.Map;
import org.schurmpc.core.abort.Refused;

/**
 * Describes the purpose of a store's material.
 *
 * @param name as in {@link Demand#protocol()}
 * @param parties number of parties
 * @param parameters the values that the parties agreed on when they generated the material, by
 *     name: the protocol's terms and {@code sigma}
 */
public record MaterialIdentity(String name, int parties, Map<String, String> parameters) {
  public MaterialIdentity {
    parameters = Map.copyOf(parameters);
  }

  /**
   * Returns a parameter.
   *
   * @throws Refused if the material does not name the parameter
   */
  public String parameter(String parameter) throws Refused {
    String value = parameters.get(parameter);
    if (value == null) {
      throw new Refused("material for '" + name + "' says nothing of its " + parameter);
    }
    return value;
  }

  /**
   * Requires that parameters read from this identity belong to this material.
   *
   * @param protocol named in the message
   * @param made the name of the material that the parameters yield
   * @throws Refused if the names differ
   */
  public void requireNamed(String protocol, String made) throws Refused {
    if (!made.equals(name)) {
      throw new Refused(protocol + " knows no material for '" + name + "'");
    }
  }
}
