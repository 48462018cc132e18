package org.schurmpc.vm.ir;

/**
 * An array in a program's memory.
 *
 * @param number index of the array in the program
 * @param kind 's', 'c' or 'i', as registers
 * @param field number of the field, 0 for integers
 * @param base the first cell
 * @param length number of cells
 */
public record MemoryArray(int number, String name, char kind, int field, int base, int length) {}
