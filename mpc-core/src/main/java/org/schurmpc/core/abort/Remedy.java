package org.schurmpc.core.abort;

/**
 * What a user can do about the end of a run. Messages of exceptions name no command and no option;
 * a front end adds the command that carries out the remedy.
 */
public enum Remedy {
  /** Make a store first. */
  MAKE_STORE,
  /** Make a new store in place of this one. */
  MAKE_NEW_STORE,
  /** Add material to the store. */
  MAKE_MORE,
  /** Add material to the store, or let the computation make what is missing. */
  MAKE_MORE_OR_REFILL,
  /** Adopt the store on this machine. */
  ADOPT_STORE,
  /** Destroy the store and make a new one. */
  DESTROY_STORE,
  /** Give the key under which the store is encrypted. */
  GIVE_STORE_KEY
}
