from dropfour.launch import dropfour

dropfour()
