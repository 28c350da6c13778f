export const body = (
  <>
    <p className="lead">
      Two plastic discs, one ruler. It sounds like the simplest measurement in the world, and it decides who may fight,
      shoot and run.
    </p>
    <p>
      When we began to write the rules down as a program, we expected the weapons to be difficult. The weapons were
      fine. What took the time was the word “within”.
    </p>
    <h2>From edge to edge</h2>
    <p>
      All distances in Highground run from the nearest edge of one base to the nearest edge of the other. Not from the
      middle, not from the tip of a spear. For two round bases this is pleasantly exact: the distance between their
      centres, less both radii. A base of 32 mm has a radius of 0.63 inches. If the centres of two such bases are 2.26
      inches apart, an inch of table lies between the bases.
    </p>
    <p>
      That is also why base sizes matter so much. The same two centres with 40 mm bases are only 0.69 inches apart, and
      the units are in engagement. Roster files do not say how large a base is. We guess it from the kind of unit and
      write the guess into the import report, so that you can object.
    </p>
    <h2>Exactly one inch is within one inch</h2>
    <p>
      Engagement is one inch, to the hair. A miniature at exactly one inch is engaged; at one inch and the thickness of
      a hair it is not. There is a test in the source that does nothing but this. On the screen distances are shown with
      one decimal, but they are compared as they are: what is shown as 1.0 may be a touch more, and then the refusal
      says so.
    </p>
    <h2>The same word, five jobs</h2>
    <ul>
      <li>
        <strong>Engagement</strong>: within 1 inch of an enemy you fight, and you do not walk away without falling back.
      </li>
      <li>
        <strong>Coherency</strong>: within 2 inches of another miniature of the unit, of two others from seven
        miniatures on, and all in one group.
      </li>
      <li>
        <strong>Objectives</strong>: within 3 inches your control counts.
      </li>
      <li>
        <strong>Charges</strong>: the roll must bring you within 1 inch of every target, and of no other enemy.
      </li>
      <li>
        <strong>Reserves</strong>: wholly within 6 inches of an edge, and more than 9 inches from every enemy. “Wholly”
        means the whole base, not just its nearest edge.
      </li>
    </ul>
    <h2>Why round</h2>
    <p>
      In Highground every base is round, ovals and hulls included: they count as a circle of about their area. This
      costs a few tenths of an inch at the ends of a long oval. What it buys is that nothing has to know which way a
      miniature faces. Rosters do not say, a photo from above often cannot tell, and no player wants to be asked in
      every move. It is a simplification and we prefer to say so than to pretend.
    </p>
    <h2>At your table</h2>
    <p>
      If you and the program disagree by a tenth, one of you measured from somewhere else. Click on both units; the
      number appears with a line between the two points that it was measured from. The line usually ends the discussion
      faster than the number.
    </p>
  </>
);
