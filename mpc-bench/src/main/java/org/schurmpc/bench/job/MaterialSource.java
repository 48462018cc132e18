package org.schurmpc.bench.job;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.nio.file.Files;
import java.nio.file.Path;
import org.schurmpc.core.abort.BadFile;

/** Names the source of the correlated randomness that evaluations consume. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "source")
@JsonSubTypes({
  @JsonSubTypes.Type(value = MaterialSource.Dealer.class, name = "dealer"),
  @JsonSubTypes.Type(value = MaterialSource.Own.class, name = "own"),
  @JsonSubTypes.Type(value = MaterialSource.Store.class, name = "store")
})
public sealed interface MaterialSource {
  /** The trusted dealer. <b>Insecure</b>. */
  record Dealer() implements MaterialSource {}

  /** The protocol's own preprocessing, without a dealer. */
  record Own() implements MaterialSource {}

  /**
   * Stores that were filled before the run.
   *
   * @param folder the absolute path of the folder with a store for each party
   */
  record Store(Path folder) implements MaterialSource {
    /** Returns the folder of a party's store, for the party's index from 0. */
    public Path party(int party) {
      return folder.resolve("party-" + (party + 1));
    }

    /**
     * Requires that the folders of all parties are on this machine.
     *
     * @throws BadFile naming the first that is not
     */
    public void requireThere(int parties) throws BadFile {
      for (int party = 0; party < parties; party++) {
        if (!Files.isDirectory(party(party))) {
          throw new BadFile(
              "%s, the store of party %d, is not there: 'dealer --out' or 'prepare' makes it"
                  .formatted(party(party), party + 1));
        }
      }
    }

    /**
     * Returns the folder of a party's store for a field of a program: a program with several fields
     * has a store for each.
     */
    public Path program(int party, String field, int fields) {
      return fields == 1 ? party(party) : party(party).resolve(field);
    }
  }

  /** Returns whether a dealer generates the material. */
  default boolean hasDealer() {
    return this instanceof Dealer;
  }
}
