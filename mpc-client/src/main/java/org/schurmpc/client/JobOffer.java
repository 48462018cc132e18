package org.schurmpc.client;

/**
 * A job that the first party offers to this client, and whether it can be used.
 *
 * @param job the job
 * @param use whether it can be used, or why not
 */
public record JobOffer(JobDescription job, Use use) {
  /** Lists whether a job can be used, and reasons why not. */
  public enum Use {
    /** All parties offer it, with the configured digest. */
    OPEN("open"),
    /** At least one party has suspended it. */
    SUSPENDED("suspended"),
    /** At least one party has no stock for it. */
    NO_STOCK("no stock"),
    /** The configuration has no digest for it. */
    NOT_CONFIGURED("not in the configuration"),
    /** It runs something else than the configuration says. */
    OTHER_DIGEST("another digest than in the configuration"),
    /** The parties offer different things under its name. */
    PARTIES_DIFFER("the parties offer different things");

    private final String words;

    Use(String words) {
      this.words = words;
    }

    /** Returns the reason in words. */
    @Override
    public String toString() {
      return words;
    }
  }
}
