package org.schurmpc.core.eval;

import java.util.List;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.prep.MaterialChecker;
import org.schurmpc.core.prep.MaterialIdentity;

/**
 * A protocol that can be chosen by name: the service-provider interface of the protocol modules,
 * found by {@link java.util.ServiceLoader}.
 */
public interface Protocol {
  /** The name by which users choose it, for example "minitrix". */
  String name();

  /** One line for lists: what it is and from where. */
  String description();

  /**
   * The options that {@link #configure} takes, in the order in which help lists them. Command
   * lines, help and documentation are made from this list.
   */
  default List<ProtocolOption> options() {
    return List.of();
  }

  /**
   * Fixes the protocol's parameters.
   *
   * @throws Refused if an option is unknown or out of range
   */
  ConfiguredProtocol configure(ProtocolOptions options) throws Refused;

  /**
   * What verifies this protocol's material once all parties' parts of it are together.
   *
   * @param material what the material is for
   * @param keys the MAC keys by party, one list entry for each; not changed, and read as long as
   *     the checker is used
   * @throws Refused if the protocol cannot check its material, or knows no such material
   * @throws BadFile if the keys are none for this material
   */
  default MaterialChecker checker(MaterialIdentity material, List<long[]> keys)
      throws Refused, BadFile {
    throw new Refused(name() + " cannot check its material");
  }
}
