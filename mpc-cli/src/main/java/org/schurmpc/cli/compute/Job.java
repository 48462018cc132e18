package org.schurmpc.cli.compute;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.schurmpc.cli.config.Participant;
import org.schurmpc.core.abort.Refused;

/** What parties compute: a circuit or a program, with the participants, complete and checked. */
public sealed interface Job permits ComputationJob, ProgramJob {
  /** Returns the name of the circuit or program, as messages show it. */
  String name();

  /** Returns the options of the protocol, by name. */
  Map<String, String> options();

  /** Returns the parties, by index. */
  List<Participant> parties();

  /** Returns the dealer of the preprocessing; empty if the parties generate it. */
  Optional<Participant> dealer();

  /** Returns the participants. */
  default Roster roster() {
    return new Roster(parties(), dealer());
  }

  /**
   * Returns the stores of a party, by part of the plan.
   *
   * @param store what the user names
   * @throws Refused if a part takes no material, so that a store is of no use
   */
  List<StoreUse> stores(StoreUse store) throws Refused;
}
