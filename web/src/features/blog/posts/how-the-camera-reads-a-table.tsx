export const body = (
  <>
    <p className="lead">
      A phone above a table sees almost everything and understands almost nothing. Most of the work is deciding what not
      to ask it. The camera is what we are building now: the markers can be printed and are read, the rest of this page
      is the plan that we measure ourselves by.
    </p>
    <p>
      The obvious idea is to show a program many pictures of miniatures until it can name them. We decided against it
      early. Two units of one army wear the same colours and carry the same weapons. They are the size of a fingernail
      in the picture, half of them stand behind a wall, and a player who paints their army purple has made a new
      species. A program that is right most of the time is worse than none here, because somebody has to check it every
      time.
    </p>
    <h2>Names come from paper</h2>
    <p>
      So the camera never guesses a name. Each unit has a printed card beside it, a black square of an inch and a half
      with a pattern of sixteen cells. There are fifty such patterns in the set that we use, and any two of them differ
      in at least four cells. That is the whole trick: to mistake one card for another, four separate cells would have
      to be misread at once. A card that is half covered is simply not found, and the software says that it was not
      found.
    </p>
    <h2>Inches come from the edge</h2>
    <p>
      Eight more squares lie around the board, at its corners and halfway along its edges. Their real places are known,
      so the picture can be straightened until they lie where they belong. With four corners a tilted camera is put
      right. With all eight the slight bend of a phone’s lens can be taken out too. After that, a pixel has an address
      in inches.
    </p>
    <h2>Bodies come from what changed</h2>
    <p>
      Where are the miniatures themselves? Here it helps to ask a smaller question: what is different from the photo of
      the empty board? You take that photo before the first unit is set up. Everything that is new on it later is a
      candidate, and among the candidates we look for circles of the sizes that bases have. This is also why the mount
      matters more than the camera. If the phone moves by a finger’s width between two photos, everything has changed,
      and the question has no answer.
    </p>
    <h2>Why bases and not figures</h2>
    <p>
      A camera above the middle of the table does not look straight down at the corners. The head of a figure leans
      outwards. Take a camera 60 inches up and a figure an inch and a half tall, standing 30 inches from the middle: its
      head appears 30 × 1.5 / 58.5 inches away from its feet, which is about three quarters of an inch. In a game
      decided by tenths that is hopeless. The base lies flat on the table and does not lean. Measure the base, forget
      the sword.
    </p>
    <h2>And then ask</h2>
    <p>
      What the photo says is a proposal. It is compared with the battle as the software knows it: this unit moved five
      inches, that one lost a miniature, here stands something unexpected. You accept, correct, or take another picture.
      Nothing on the table is changed behind your back, because the table is yours and the camera is only a witness.
    </p>
  </>
);
