import { Link } from 'react-router';

export const body = (
  <>
    <p className="lead">
      An evening with scissors saves you many evenings of “marker not found”. Here is how to make markers that last, so
      that you only have to do it once.
    </p>
    <p>
      You need the sheets from the <Link to="/supplies">supplies page</Link>: transponders for the units, objective
      discs, and eight markers for the board’s edge. They are in the public domain. Print them, change them, sell them
      at the next convention.
    </p>
    <h2>Print at actual size</h2>
    <p>
      This is the mistake that everybody makes once. Printing dialogs like to “fit to page”, which shrinks the sheet by
      a few per cent. The markers are still found, and every distance that is read from the board markers is then wrong
      by the same few per cent. Choose 100 per cent or “actual size”. Then put a ruler to the bar at the top right of
      the sheet. It must be one inch, 25.4 mm, exactly. The sheets are 7.5 by 10 inches, which both A4 and US Letter
      hold.
    </p>
    <h2>Matt, always matt</h2>
    <p>
      The camera sees black and white and nothing else. A lamp that mirrors itself in glossy black makes it white, and
      the marker is gone. Use plain or matt card of 160 to 250 grams. If you laminate, laminate matt. Toner is a little
      shinier than ink; a coat of matt varnish, the one you use on your miniatures, takes care of that.
    </p>
    <h2>Leave the white edge</h2>
    <p>
      It is tempting to cut along the black for a neat square. Don’t. The reader finds a marker by its outline, and an
      outline needs something light around the dark. Cut along the thin grey line, which leaves a margin.
    </p>
    <h2>Which piece does what</h2>
    <table>
      <thead>
        <tr>
          <th scope="col">Marker</th>
          <th scope="col">Black square</th>
          <th scope="col">Pieces</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <td>Board, B1 to B8</td>
          <td>2.5 inches</td>
          <td>four corners, better all eight</td>
        </tr>
        <tr>
          <td>Transponder, T01 to T36</td>
          <td>1.5 inches</td>
          <td>one for each unit</td>
        </tr>
        <tr>
          <td>Objective, 1 to 6</td>
          <td>disc of 40 mm</td>
          <td>as many as the mission has</td>
        </tr>
      </tbody>
    </table>
    <p>
      The board’s markers lie flush with the edge, clockwise from the upper left corner as the camera sees it. Stick
      them to the table with a little putty. A board marker that wanders moves the whole world with it.
    </p>
    <h2>Make the cards worth looking at</h2>
    <p>
      The software reads the black square. The rest of the card is yours. Write the unit’s name on the line, paint the
      border in the army’s colour, glue the card to a piece of cork or a thin magnet so that it does not curl. A little
      sand and moss around it, with the square and its margin left free, and after one round nobody notices it any more.
    </p>
    <h2>If one is not found</h2>
    <p>
      Look at the photo before you look at the software. Nearly always it is a hand, a tower standing over a corner, a
      curled card, a crease through the black, or a lamp. The photo page names the marker that is missing. It will not
      take one for another: the codes are too different for that.
    </p>
  </>
);
