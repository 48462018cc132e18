package org.schurmpc.core.silent;

/**
 * Walks through the outputs of a round in their order: group after group of trees, in each node y
 * of all trees after node y - 1. Both parties walk alike.
 */
final class Outputs {
  private final LpnParameters parameters;
  private int first; // tree of the group
  private int trees;
  private int tree;
  private int node;

  Outputs(LpnParameters parameters) {
    this.parameters = parameters;
    this.trees = Math.min(Trees.GROUP, parameters.t());
  }

  /** Returns the number of the tree of the next output. */
  int tree() {
    return first + tree;
  }

  /** Returns the number of the next output in its tree. */
  int node() {
    return node;
  }

  /** Goes to the next output. */
  void advance() {
    if (++tree == trees) {
      tree = 0;
      if (++node == 1 << parameters.h()) {
        node = 0;
        first += trees;
        trees = Math.min(Trees.GROUP, parameters.t() - first);
      }
    }
  }
}
