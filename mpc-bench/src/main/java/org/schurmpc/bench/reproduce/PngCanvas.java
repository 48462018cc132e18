package org.schurmpc.bench.reproduce;

import java.awt.AWTError;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.Shape;
import java.awt.geom.AffineTransform;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Line2D;
import java.awt.geom.Path2D;
import java.awt.geom.Rectangle2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;
import javax.imageio.ImageIO;
import org.schurmpc.cli.report.Canvas;
import org.schurmpc.cli.report.Chart;
import org.schurmpc.cli.report.Marker;
import org.schurmpc.cli.report.Paint;

/** Draws into an image of several pixels for each unit, on white. ErrorAdvice are left out. */
final class PngCanvas implements Canvas {
  private static final double PIXELS = 2;
  private static final int SIZE = 13;
  private static final double SLANT = Math.toRadians(-30);

  private final Graphics2D graphics;

  private PngCanvas(Graphics2D graphics) {
    this.graphics = graphics;
  }

  /** Returns why this JVM cannot draw; empty if it can. A JVM without a screen can. */
  static Optional<String> obstacle() {
    System.setProperty("java.awt.headless", "true");
    ImageIO.setUseCache(false);
    try {
      new BufferedImage(1, 1, BufferedImage.TYPE_INT_RGB)
          .createGraphics()
          .getFontMetrics(font(false))
          .stringWidth("ms");
      return Optional.empty();
    } catch (RuntimeException | LinkageError | InternalError | AWTError e) {
      return Optional.of("this JVM cannot draw text, perhaps for want of fonts: " + e);
    }
  }

  private static Font font(boolean bold) {
    return new Font(Font.SANS_SERIF, bold ? Font.BOLD : Font.PLAIN, SIZE);
  }

  /** Writes a chart as PNG. */
  static void write(Chart chart, OutputStream out) throws IOException {
    int width = (int) Math.ceil(chart.width() * PIXELS);
    int height = (int) Math.ceil(chart.height() * PIXELS);
    BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
    Graphics2D graphics = image.createGraphics();
    graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
    graphics.setRenderingHint(
        RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
    graphics.setRenderingHint(
        RenderingHints.KEY_FRACTIONALMETRICS, RenderingHints.VALUE_FRACTIONALMETRICS_ON);
    graphics.setRenderingHint(RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
    graphics.setColor(Color.WHITE);
    graphics.fillRect(0, 0, width, height);
    graphics.scale(PIXELS, PIXELS);
    chart.draw(new PngCanvas(graphics));
    graphics.dispose();
    if (!ImageIO.write(image, "png", out)) {
      throw new IOException("this JVM writes no PNG");
    }
  }

  @Override
  public void line(double x1, double y1, double x2, double y2, double width, Paint paint) {
    stroke(new Line2D.Double(x1, y1, x2, y2), width, paint);
  }

  @Override
  public void path(double[] x, double[] y, double width, Paint paint) {
    Path2D.Double path = new Path2D.Double();
    path.moveTo(x[0], y[0]);
    for (int i = 1; i < x.length; i++) {
      path.lineTo(x[i], y[i]);
    }
    stroke(path, width, paint);
  }

  private void stroke(Shape shape, double width, Paint paint) {
    graphics.setColor(Color.decode(paint.colour()));
    graphics.setStroke(
        new BasicStroke((float) width, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND));
    graphics.draw(shape);
  }

  @Override
  public void box(double x, double y, double width, double height, Paint paint, String hint) {
    fill(new Rectangle2D.Double(x, y, width, height), paint);
  }

  @Override
  public void marker(Marker marker, double x, double y, Paint paint, String hint) {
    double[] outline = marker.outline();
    if (outline.length == 0) {
      double size = 2 * Marker.RADIUS;
      fill(new Ellipse2D.Double(x - Marker.RADIUS, y - Marker.RADIUS, size, size), paint);
      return;
    }
    Path2D.Double path = new Path2D.Double();
    path.moveTo(x + outline[0], y + outline[1]);
    for (int i = 2; i < outline.length; i += 2) {
      path.lineTo(x + outline[i], y + outline[i + 1]);
    }
    path.closePath();
    fill(path, paint);
  }

  private void fill(Shape shape, Paint paint) {
    graphics.setColor(Color.decode(paint.colour()));
    graphics.fill(shape);
  }

  @Override
  public void text(String text, double x, double y, Anchor anchor, Paint paint, boolean bold) {
    graphics.setFont(font(bold));
    graphics.setColor(Color.decode(paint.colour()));
    double width =
        graphics.getFont().getStringBounds(text, graphics.getFontRenderContext()).getWidth();
    double left =
        switch (anchor) {
          case START -> x;
          case MIDDLE -> x - width / 2;
          case END -> x - width;
        };
    graphics.drawString(text, (float) left, (float) y);
  }

  @Override
  public void upright(String text, double x, double y, Paint paint) {
    turned(text, x, y, -Math.PI / 2, Anchor.MIDDLE, paint);
  }

  @Override
  public void slanted(String text, double x, double y, Paint paint) {
    turned(text, x, y, SLANT, Anchor.END, paint);
  }

  private void turned(String text, double x, double y, double angle, Anchor anchor, Paint paint) {
    AffineTransform before = graphics.getTransform();
    graphics.rotate(angle, x, y);
    text(text, x, y, anchor, paint, false);
    graphics.setTransform(before);
  }
}
