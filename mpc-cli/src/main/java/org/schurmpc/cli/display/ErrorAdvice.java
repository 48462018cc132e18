package org.schurmpc.cli.display;

import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Remedy;

/** Completes the messages of failures by the command or option with which a user can fix them. */
public final class ErrorAdvice {
  private ErrorAdvice() {}

  /** Returns the message of a failure, followed by the user's remedy if one is known. */
  public static String sentence(MpcException failure) {
    return failure
        .remedy()
        .map(remedy -> failure.getMessage() + "; " + of(remedy))
        .orElseGet(failure::getMessage);
  }

  private static String of(Remedy remedy) {
    return switch (remedy) {
      case MAKE_STORE -> "make a store with 'prepare'";
      case MAKE_NEW_STORE -> "make a new one with 'prepare'";
      case MAKE_MORE -> "make more with 'prepare'";
      case MAKE_MORE_OR_REFILL -> "make more with 'prepare', or say --refill ot to go on without";
      case ADOPT_STORE -> "say so once with 'prep adopt'";
      case DESTROY_STORE -> "destroy it with 'prep destroy' and make a new one";
      case GIVE_STORE_KEY -> "say with --store-key, or SCHUR_MPC_STORE_KEY, under which key";
      case ASK_FOR_MEMORY -> "say --memory-reset with the version, at all parties";
    };
  }
}
