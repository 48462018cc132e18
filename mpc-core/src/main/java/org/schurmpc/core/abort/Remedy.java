package org.schurmpc.core.abort;

/**
 * Lists what a user can do about the end of a run. Messages of exceptions name no command and no
 * option; a front end adds the command that carries out the remedy.
 */
public enum Remedy {
  /** Create a store first. */
  MAKE_STORE,
  /** Create a new store to replace this one. */
  MAKE_NEW_STORE,
  /** Add material to the store. */
  MAKE_MORE,
  /** Add material to the store, or let the computation generate the missing material. */
  MAKE_MORE_OR_REFILL,
  /** Adopt the store on this machine. */
  ADOPT_STORE,
  /** Destroy the store and create a new one. */
  DESTROY_STORE,
  /** Supply the key under which the store is encrypted. */
  GIVE_STORE_KEY,
  /** Ask, at all parties, for a version of memory whose values may have been revealed. */
  ASK_FOR_MEMORY
}
