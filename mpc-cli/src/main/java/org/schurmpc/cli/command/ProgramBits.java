package org.schurmpc.cli.command;

/** Lists where the bits of a program can be, by the words of the option {@code --bits}. */
public enum ProgramBits {
  /** In TinyOT, beside numbers over the field. */
  mixed,
  /** Over the field. */
  field
}
