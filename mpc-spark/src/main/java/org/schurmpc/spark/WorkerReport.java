package org.schurmpc.spark;

import java.io.Serializable;

/** How a worker's part of an attempt ended; a failed check ends the whole stage instead. */
record WorkerReport(int worker, Verdict verdict) implements Serializable {}
