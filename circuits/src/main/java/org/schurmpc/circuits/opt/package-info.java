/** Makes circuits smaller without changing what they compute. */
package org.schurmpc.circuits.opt;
