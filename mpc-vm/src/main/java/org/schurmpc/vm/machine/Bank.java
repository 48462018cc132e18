package org.schurmpc.vm.machine;

/** Secret elements in a row: registers or memory. Positions and counts are in elements. */
public interface Bank {
  /** Returns the number of elements. */
  int count();

  /** Copies elements of a bank of this backend to this one; the ranges may overlap. */
  void copy(int to, Bank from, int fromElement, int n);

  /** Sets elements to zero. */
  void clear(int at, int n);

  /** Overwrites all elements. */
  void wipe();
}
