package org.schurmpc.core.eval;

import java.util.List;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.prep.MaterialChecker;
import org.schurmpc.core.prep.MaterialIdentity;

/**
 * Describes and configures a protocol that can be chosen by name. Protocol modules implement this
 * service-provider interface; {@link java.util.ServiceLoader} finds the implementations.
 */
public interface Protocol {
  /** Returns the name by which users choose the protocol, for example "minitrix". */
  String name();

  /** Returns one line for lists: the kind of protocol and its source. */
  String description();

  /**
   * Returns the options that {@link #configure} takes, in the order in which help lists them.
   * Command lines, help and documentation are generated from this list.
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
   * Returns a checker that verifies this protocol's material once all parties' parts are combined.
   *
   * @param material describes the purpose of the material
   * @param keys the MAC keys by party, one list entry for each; not changed, and read as long as
   *     the checker is used
   * @throws Refused if the protocol cannot check its material, or has no such material
   * @throws BadFile if the keys are invalid for this material
   */
  default MaterialChecker checker(MaterialIdentity material, List<long[]> keys)
      throws Refused, BadFile {
    throw new Refused(name() + " cannot check its material");
  }
}
